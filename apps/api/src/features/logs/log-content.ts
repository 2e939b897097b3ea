import { Readable } from 'node:stream'
import type { LogService } from '@wardtrack/contracts'
import { type OpenLogFile, openLogFiles } from './log-files.ts'

/** Maximum size of a downloaded log in bytes, its newest lines. */
const MAX_BYTES = 50 * 1024 * 1024

/** Streams a log, oldest line first; empty without log lines. Closing the stream closes its files. */
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

/** Returns the start offset of each file so that the total size stays within the limit, oldest first. */
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
