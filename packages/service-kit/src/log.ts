import { mkdirSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { type Logger, multistream, pino } from 'pino'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'

const RETRY_MS = 5_000

/** A file that lines are added to. */
type LogFile = {
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
