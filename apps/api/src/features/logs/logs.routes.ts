import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, type LogService } from '@wardtrack/contracts'
import { type CallContext, notFound, type ServedCall, sendStream, serve } from '@wardtrack/service-kit'
import { ZipFile } from 'yazl'
import { listLogFiles, logServiceOf, type OpenLogFile, openLogFiles } from './log-files.ts'
import { searchLog } from './search-log.ts'

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

/** Streams a zip file with a file for each log: one log at a time, without holding it in memory. */
function zipLogs(logsDir: string, services: readonly LogService[]): Readable {
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

/** Creates the calls of the services' logs. */
export function logRoutes({ filesDir }: ServiceParts): ServedCall<Actor>[] {
  const logsDir = join(filesDir, 'logs')
  return [
    serve(calls.listLogs)<Actor>(async () => ({ data: await listLogFiles(logsDir) })),
    serve(calls.searchLog)<Actor>(async ({ params, query }, context) =>
      searchLog(logsDir, namedLog(params.service, context), query),
    ),
    serve(calls.downloadLog)<Actor>(async ({ params }, context) => {
      const service = namedLog(params.service, context)
      await sendFile(logContent(logsDir, service), context, {
        type: 'text/plain; charset=utf-8',
        name: `${service}.log`,
      })
    }),
    serve(calls.downloadLogs)<Actor>(async ({ query: { services } }, context) => {
      context.auditDetails({ logs: services })
      const day = new Date().toISOString().slice(0, 10)
      await sendFile(zipLogs(logsDir, services), context, {
        type: 'application/zip',
        name: `wardtrack-logs-${day}.zip`,
      })
    }),
  ]
}

/** @throws ApiError 404 */
function namedLog(name: string, { target }: CallContext<Actor>): LogService {
  const service = logServiceOf(name)
  if (!service) throw notFound()
  target('log', service)
  return service
}

async function sendFile(
  content: Readable,
  { response, log }: CallContext<Actor>,
  { type, name }: { type: string; name: string },
): Promise<void> {
  response.setHeader('Content-Type', type)
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  response.setHeader('Cache-Control', 'no-store')
  await sendStream(content, response).catch((error: unknown) =>
    log.error({ err: error }, 'the download of a log broke off'),
  )
}
