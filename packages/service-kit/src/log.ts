import { type Logger, multistream, pino } from 'pino'
import { createLogFile, type LogFile } from './log-file.ts'

/** The file of each log that has one. */
const files = new WeakMap<Logger, LogFile>()

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
 * document that they are about, and stores and parsers quote in their messages what they complain about: both may name a
 * patient.
 */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code } = error as { code?: unknown }
  const message = withoutQuotes(error.message)
  return {
    type: error.name,
    message,
    stack: [`${error.name}: ${message}`, ...framesOf(error)].join('\n'),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: withoutValues(error.cause) }),
  }
}

/**
 * The text without what it quotes: everything from the first to the last double quote or brace. Quotes inside a quoted
 * value are not told from its ends, so that what stands between two quoted values goes too.
 */
function withoutQuotes(text: string): string {
  const begin = text.search(/["{]/)
  if (begin < 0) return text
  const end = Math.max(text.lastIndexOf('"'), text.lastIndexOf('}'))
  return `${text.slice(0, begin)}…${end > begin ? text.slice(end + 1) : ''}`
}

/** The lines of a stack that name places in the code; the message stands before them. */
function framesOf({ message, stack = '' }: Error): string[] {
  const behind = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack
  return behind.split('\n').filter((line) => line.startsWith('    at '))
}

/** Facts about patients in details of audited requests: people without the patient-data flag may read logs. */
const PATIENT_FACTS = ['patients', 'patientIds', 'linkedPatients', 'ofPatient', 'ofPatients']

/** Members that no line has, at its top or one level below. Each caller leaves them out already: this is a second wall. */
const NEVER_LOGGED = [
  'req.headers',
  'AccessToken',
  'key',
  ...['password', ...PATIENT_FACTS].flatMap((name) => [name, `*.${name}`]),
]

/** A pino log on standard output and on a file that turns over, see `createLogFile`. */
export function createLog(options: LogOptions): Logger {
  const level = options.level ?? 'info'
  const streams: { level: string; stream: { write(line: string): unknown } }[] = []
  if (options.stdout ?? true) {
    streams.push({ level, stream: process.stdout })
    // A terminal that went away, or a full disk behind it, must not end the process.
    if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined)
  }
  const file = options.dir ? createLogFile(options.dir, `${options.service}.log`) : undefined
  if (file) streams.push({ level, stream: file })
  const log = pino(
    {
      level,
      base: { service: options.service },
      serializers: { err: withoutValues },
      redact: { paths: NEVER_LOGGED, remove: true },
    },
    multistream(streams as Parameters<typeof multistream>[0]),
  )
  if (file) files.set(log, file)
  return log
}

/** Ends when what was logged stands in the log's file; a process that ends before loses the last lines. */
export async function closeLog(log: Logger): Promise<void> {
  await files.get(log)?.close()
}
