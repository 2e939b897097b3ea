import { mkdirSync } from 'node:fs'
import { type Logger, multistream, pino } from 'pino'
import { createStream } from 'rotating-file-stream'

/** What a service's log is made from. */
export type LogOptions = {
  /** name of the service, and of its file `{service}.log` */
  service: string
  /** folder of the rotating file; without it the log goes to standard output alone */
  dir?: string
  level?: string
  /** also write to standard output; true when left out */
  stdout?: boolean
}

/** A pino log on standard output and on a file that turns over at 10 MB, five kept. */
export function createLog(options: LogOptions): Logger {
  const level = options.level ?? 'info'
  const streams: { level: string; stream: NodeJS.WritableStream }[] = []
  if (options.stdout ?? true) streams.push({ level, stream: process.stdout })
  if (options.dir) {
    mkdirSync(options.dir, { recursive: true })
    const stream = createStream(`${options.service}.log`, { path: options.dir, size: '10M', maxFiles: 5 })
    streams.push({ level, stream })
  }
  return pino(
    {
      level,
      base: { service: options.service },
      redact: ['req.headers', 'password', 'AccessToken', 'key', '*.password'],
    },
    multistream(streams as Parameters<typeof multistream>[0]),
  )
}
