import { mkdirSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'

const RETRY_MS = 5_000

/** A file that lines are added to. */
export type LogFile = {
  write(line: string): void
  /** resolves when the file contains all lines written so far; a later line opens the file again */
  close(): Promise<void>
}

/**
 * Creates a log file that rotates at 10 MB and every midnight, so that old lines can be deleted by file. The last 50
 * MB of rotated files are kept. A file that cannot be written (a full disk, a missing folder) does not end the
 * process: its lines are dropped, and opening it is retried.
 * @param retryMs time between attempts, shorter in tests
 */
export function createLogFile(dir: string, name: string, retryMs = RETRY_MS): LogFile {
  let stream: RotatingFileStream | undefined
  let retryAt = 0
  let dropped = 0
  const fail = (): void => {
    stream = undefined
    retryAt = performance.now() + retryMs
  }
  const open = (): RotatingFileStream | undefined => {
    try {
      mkdirSync(dir, { recursive: true })
      const opened = createStream(name, { path: dir, size: '10M', interval: '1d', maxSize: '50M' })
      opened.on('error', () => {
        if (opened === stream) fail()
        opened.destroy()
      })
      return opened
    } catch {
      fail()
      return undefined
    }
  }
  stream = open()
  return {
    write: (line) => {
      if (!stream && performance.now() >= retryAt) {
        stream = open()
        if (stream && dropped > 0)
          stream.write(
            `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'lines of this log were lost' })}\n`,
          )
      }
      if (stream) stream.write(line)
      else dropped += 1
    },
    close: async () => {
      if (!stream) return
      const ending = stream
      stream = undefined
      ending.end()
      // If closing fails, the file's pending lines are lost.
      await finished(ending).catch(() => undefined)
    },
  }
}
