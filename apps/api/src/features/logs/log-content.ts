import { Readable } from 'node:stream'
import type { LogService } from '@wardtrack/contracts'
import { type OpenLogFile, openLogFiles } from './log-files.ts'

/** Bytes of a log that are handed out, of its newest lines. */
const MAX_BYTES = 50 * 1024 * 1024

/** A log as a stream, the oldest line first; empty when nothing was logged yet. Its files close with it. */
export function logContent(logsDir: string, service: LogService, maxBytes = MAX_BYTES): Readable {
  return Readable.from(readFiles(logsDir, service, maxBytes), { objectMode: false })
}

async function* readFiles(
  logsDir: string,
  service: LogService,
  maxBytes: number,
): AsyncGenerator<Buffer, void> {
  const files = await openLogFiles(logsDir, service)
  try {
    for (const { file, start, size } of newestParts(files, maxBytes))
      if (size > start)
        yield* file.createReadStream({ start, end: size - 1, autoClose: false }) as AsyncIterable<Buffer>
  } finally {
    await Promise.all(files.map(({ file }) => file.close()))
  }
}

/** Where each file is read from so that all of them are no longer than that, the oldest first. */
function newestParts(
  files: readonly OpenLogFile[],
  maxBytes: number,
): { file: OpenLogFile['file']; start: number; size: number }[] {
  let room = maxBytes
  return files
    .map(({ file, size }) => {
      const start = Math.max(0, size - room)
      room -= size - start
      return { file, start, size }
    })
    .reverse()
}
