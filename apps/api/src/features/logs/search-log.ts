import {
  LOG_LEVELS,
  type LogLevel,
  type LogLine,
  type LogQuestion,
  type LogService,
} from '@wardtrack/contracts'
import { type OpenLogFile, openLogFiles } from './log-files.ts'

/** Maximum number of characters returned of a line's other members. */
const MAX_DETAILS = 8_000

type Members = Record<string, unknown>

/** Creates a filter of lines. A line that is not JSON has no level and no request. */
function createLineFilter({
  search,
  level,
  requestId,
}: Omit<LogQuestion, 'before'>): (text: string) => boolean {
  const searchedText = search?.toLowerCase()
  const least = level === undefined ? 0 : LOG_LEVELS.indexOf(level)
  return (text) => {
    if (searchedText && !text.toLowerCase().includes(searchedText)) return false
    if (requestId && !text.includes(requestId)) return false
    if (level === undefined && !requestId) return true
    const members = parseLine(text)
    if (!members) return false
    if (requestId && requestIdOf(members) !== requestId) return false
    const lineLevel = levelOf(members)
    return level === undefined || (lineLevel !== undefined && LOG_LEVELS.indexOf(lineLevel) >= least)
  }
}

/** Converts a line to a response. @param id its position */
function toLogLine(text: string, id: string): LogLine {
  const members = parseLine(text)
  if (!members) return { id, message: text.slice(0, MAX_DETAILS) }
  const { level: _level, time, service: _service, msg, ...extraMembers } = members
  const requestId = requestIdOf(members)
  const named = levelOf(members)
  const details = JSON.stringify(extraMembers)
  return {
    id,
    message: typeof msg === 'string' ? msg : '',
    ...(typeof time === 'number' && isTime(time) ? { time: new Date(time).toISOString() } : {}),
    ...(named ? { level: named } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(details === '{}' ? {} : { details: details.slice(0, MAX_DETAILS) }),
  }
}

const isTime = (time: number): boolean => !Number.isNaN(new Date(time).getTime())

function parseLine(text: string): Members | undefined {
  try {
    const members: unknown = JSON.parse(text)
    return typeof members === 'object' && members !== null && !Array.isArray(members)
      ? (members as Members)
      : undefined
  } catch {
    return undefined
  }
}

function requestIdOf({ req }: Members): string | undefined {
  const id = typeof req === 'object' && req !== null ? Reflect.get(req, 'id') : undefined
  return typeof id === 'string' ? id : undefined
}

/** pino numbers levels in steps of ten, from 10 for `trace`. */
const levelOf = ({ level }: Members): LogLevel | undefined =>
  typeof level === 'number' ? LOG_LEVELS[Math.round(level / 10) - 1] : undefined

/** Maximum number of lines in a response. */
const MAX_LINES = 200
/** Maximum bytes that one request reads; the next request continues there. */
const MAX_BYTES = 16 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
/** Maximum length of a line before it is split: services log no line that long. */
const MAX_LINE_BYTES = 1024 * 1024
const NEWLINE = 0x0a

type Limits = { lines: number; bytes: number; chunkBytes: number }
const LIMITS: Limits = { lines: MAX_LINES, bytes: MAX_BYTES, chunkBytes: CHUNK_BYTES }

/** Found lines, newest first, and the cursor for the next page; no cursor at the end of the log. */
export type FoundLines = { data: LogLine[]; next?: string }

/** Searches a log backwards from its end, or from the end of an earlier response. */
export async function searchLog(
  logsDir: string,
  service: LogService,
  { before, ...filter }: LogQuestion,
  limits: Limits = LIMITS,
): Promise<FoundLines> {
  const files = await openLogFiles(logsDir, service)
  try {
    return await searchFiles(filesFrom(files, before), createLineFilter(filter), limits)
  } finally {
    await Promise.all(files.map(({ file }) => file.close()))
  }
}

/** Returns the files before a position: its own file up to that position, and older files. */
function filesFrom(files: readonly OpenLogFile[], before: string | undefined): OpenLogFile[] {
  if (before === undefined) return [...files]
  const [id, offset] = before.split('-')
  const at = files.findIndex((file) => file.id === id)
  return files
    .slice(at < 0 ? files.length : at)
    .map((file, index) => (index === 0 ? { ...file, size: Math.min(file.size, Number(offset)) } : file))
}

async function searchFiles(
  files: readonly OpenLogFile[],
  isWanted: (text: string) => boolean,
  limits: Limits,
): Promise<FoundLines> {
  const data: LogLine[] = []
  let bytes = 0
  for (const [index, file] of files.entries()) {
    for await (const { text, offset, read } of linesBackwards(file, limits.chunkBytes)) {
      bytes += read
      if (isWanted(text)) data.push(toLogLine(text, `${file.id}-${offset}`))
      if (data.length < limits.lines && bytes < limits.bytes) continue
      const older = files[index + 1]
      if (offset > 0) return { data, next: `${file.id}-${offset}` }
      return older ? { data, next: `${older.id}-${older.size}` } : { data }
    }
  }
  return { data }
}

/** Yields the lines of a file from its end, each with its start offset and the bytes read since the previous line. */
async function* linesBackwards(
  { file, size }: OpenLogFile,
  chunkBytes: number,
): AsyncGenerator<{ text: string; offset: number; read: number }, void> {
  let start = size
  let pending: Buffer = Buffer.alloc(0)
  let read = 0
  while (start > 0) {
    const length = Math.min(chunkBytes, start)
    const chunk = Buffer.alloc(length)
    start -= length
    const { bytesRead } = await file.read(chunk, 0, length, start)
    read += bytesRead
    let unread: Buffer = Buffer.concat([chunk, pending])
    for (let end = unread.length; ; ) {
      const at = end > 0 ? unread.lastIndexOf(NEWLINE, end - 1) : -1
      if (at < 0) {
        unread = unread.subarray(0, end)
        break
      }
      const line = unread.subarray(at + 1, end)
      if (line.length > 0) {
        yield { text: line.toString('utf8'), offset: start + at + 1, read }
        read = 0
      }
      end = at
    }
    if (unread.length > MAX_LINE_BYTES) {
      yield { text: unread.toString('utf8'), offset: start, read }
      read = 0
      unread = Buffer.alloc(0)
    }
    pending = unread
  }
  if (pending.length > 0) yield { text: pending.toString('utf8'), offset: 0, read }
}
