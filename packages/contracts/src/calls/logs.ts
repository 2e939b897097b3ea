import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { chosenLogs, logFile, logLine, logQuestion } from '../shapes/log.ts'

const params = z.object({ service: z.string().max(100) })
const file = z.unknown().meta({ type: 'string', format: 'binary' })

/** Calls of the services' logs. No line contains a value of an asset. */
export const logCalls = {
  listLogs: defineCall(routes.listLogs, {
    summary: 'The logs that there are',
    response: z.object({ data: z.array(logFile) }),
  }),
  downloadLog: defineCall(routes.downloadLog, {
    summary: 'The newest 50 MB of a log; empty when nothing was logged yet',
    produces: 'open',
    share: 'streams',
    mediaType: 'text/plain',
    params,
    response: file,
  }),
  downloadLogs: defineCall(routes.downloadLogs, {
    summary: 'The newest 50 MB of each of some logs, as a zip file',
    produces: 'open',
    share: 'streams',
    mediaType: 'application/zip',
    query: z.object({ services: chosenLogs }),
    response: file,
  }),
  searchLog: defineCall(routes.searchLog, {
    summary: 'Lines of a log, the newest first; `next` leads on, also where a stretch of the log held none',
    params,
    query: logQuestion,
    response: z.object({ data: z.array(logLine), next: z.string().optional() }),
  }),
}
