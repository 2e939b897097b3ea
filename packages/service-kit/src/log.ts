import { type Logger, multistream, pino } from 'pino'
import { createLogFile } from './log-file.ts'

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

/**
 * An error for the log: what kind, what it says, where. Nothing else of it, because errors of the store carry the whole
 * document that they are about, and its complaint about a taken key quotes the value: both may name a patient.
 */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutKeyValues(error.message),
    stack: withoutKeyValues(error.stack ?? ''),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: withoutValues(error.cause) }),
  }
}

/** The text without what a complaint about a taken key quotes: everything from the key to the end of its line. */
function withoutKeyValues(text: string): string {
  const cut = (line: string): string => {
    const at = line.indexOf('dup key: {')
    return at < 0 ? line : `${line.slice(0, at)}dup key`
  }
  return text.split('\n').map(cut).join('\n')
}

/** A pino log on standard output and on a file that turns over, see `createLogFile`. */
export function createLog(options: LogOptions): Logger {
  const level = options.level ?? 'info'
  const streams: { level: string; stream: { write(line: string): unknown } }[] = []
  if (options.stdout ?? true) {
    streams.push({ level, stream: process.stdout })
    // A terminal that went away, or a full disk behind it, must not end the process.
    if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined)
  }
  if (options.dir) {
    streams.push({ level, stream: createLogFile(options.dir, `${options.service}.log`) })
  }
  return pino(
    {
      level,
      base: { service: options.service },
      serializers: { err: withoutValues },
      redact: ['req.headers', 'password', 'AccessToken', 'key', '*.password'],
    },
    multistream(streams as Parameters<typeof multistream>[0]),
  )
}
