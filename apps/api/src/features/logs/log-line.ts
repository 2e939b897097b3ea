import { LOG_LEVELS, type LogLevel, type LogLine, type LogQuestion } from '@wardtrack/contracts'

/** Maximum number of characters returned of a line's other members. */
const MAX_DETAILS = 8_000

type Members = Record<string, unknown>

/** Creates a filter of lines. A line that is not JSON has no level and no request. */
export function createLineFilter({
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
export function toLogLine(text: string, id: string): LogLine {
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
