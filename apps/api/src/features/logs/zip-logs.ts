import type { Readable } from 'node:stream'
import type { LogService } from '@wardtrack/contracts'
import { ZipFile } from 'yazl'
import { logContent } from './log-content.ts'

/** Streams a zip file with a file for each log: one log at a time, without holding it in memory. */
export function zipLogs(logsDir: string, services: readonly LogService[]): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let content: Readable | undefined
  for (const service of services)
    zip.addReadStreamLazy(`${service}.log`, { mtime: new Date(), mode: 0o100600 }, (callback) => {
      content = logContent(logsDir, service)
      callback(null, content)
    })
  zip.on('error', (error: Error) => output.destroy(error))
  // Closes the open file when the reader disconnects.
  output.once('close', () => content?.destroy())
  zip.end()
  return output
}
