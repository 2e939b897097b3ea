import { type Logger, multistream, pino } from 'pino'
import { createLogFile, type LogFile } from './log-file.ts'

/** The file of each log that has one. */
const files = new WeakMap<Logger, LogFile>()

/** Options of a service's log. */
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
 * Reduces an error for the log to its kind, message and place. Errors of the store carry their whole document, and
 * stores and parsers quote refused values in messages. Both may name a patient.
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
 * Removes quoted values from a text: everything from the first to the last double quote or brace. Quotes inside a
 * quoted value look like its end, so the text between two quoted values is removed too.
 */
function withoutQuotes(text: string): string {
  const begin = text.search(/["{]/)
  if (begin < 0) return text
  const end = Math.max(text.lastIndexOf('"'), text.lastIndexOf('}'))
  return `${text.slice(0, begin)}…${end > begin ? text.slice(end + 1) : ''}`
}

/** Returns the lines of a stack that name places in the code. The message precedes them. */
function framesOf({ message, stack = '' }: Error): string[] {
  const behind = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack
  return behind.split('\n').filter((line) => line.startsWith('    at '))
}

/** Facts about patients in the details of audited requests: people without the patient-data flag may read logs. */
const PATIENT_FACTS = ['patients', 'patientIds', 'linkedPatients', 'ofPatient', 'ofPatients']

/**
 * Members that no line contains, at its top or one level below. Callers leave them out already; this is a second
 * safeguard.
 */
const NEVER_LOGGED = [
  'req.headers',
  'AccessToken',
  'key',
  ...['password', ...PATIENT_FACTS].flatMap((name) => [name, `*.${name}`]),
]

/** Creates a pino log on standard output and in a rotating file, see `createLogFile`. */
export function createLog(options: LogOptions): Logger {
  const level = options.level ?? 'info'
  const streams: { level: string; stream: { write(line: string): unknown } }[] = []
  if (options.stdout ?? true) {
    streams.push({ level, stream: process.stdout })
    // A closed terminal, or a full disk behind it, must not end the process.
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

/** Resolves when the log's file contains every line. A process that exits earlier loses the last lines. */
export async function closeLog(log: Logger): Promise<void> {
  await files.get(log)?.close()
}
