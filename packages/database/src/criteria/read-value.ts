import type { TimeRange } from '@wardtrack/contracts'
import { Types } from 'mongoose'
import type { FieldKind } from './criteria-fields.ts'
import { patternContaining } from './text-pattern.ts'

/**
 * Error for a value outside the grammar of criteria; `path` is below the field, `code` the error code of the answer.
 */
export class CriteriaValueError extends Error {
  readonly path: string
  readonly code: 'invalid_criteria' | 'validation'
  constructor(path: string, message: string, code: 'invalid_criteria' | 'validation' = 'invalid_criteria') {
    super(message)
    this.path = path
    this.code = code
  }
}

type Scalar = string | number | boolean

const MAX_TEXT = 200
const MAX_LIST = 500
const NOT_AVAILABLE = 'N/A'
/** Returns true if criteria can compare with a value. */
export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value))

/** Returns true if a value is empty and its condition is left out. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0)

/**
 * Turns a value of criteria into a store condition; an empty condition means that the value is left out. Only the
 * grammar's operators are accepted, so that no input of a caller can become a query.
 * @throws CriteriaValueError
 */
export function readValue(value: unknown, kind: FieldKind): Record<string, unknown> {
  if (isScalar(value)) return matchAny([checkedText(value, '')], kind)
  if (Array.isArray(value)) return matchAny(readList(value), kind)
  if (typeof value !== 'object' || value === null)
    throw new CriteriaValueError('', 'This value is not understood.')
  const members = Object.keys(value)
  const first = members[0] ?? ''
  if (members.includes('$regex') && (kind === 'text' || kind === 'list'))
    return readPattern(value as Record<string, unknown>)
  const unknown = members.find((name) => !['$gte', '$lt', 'startDate', 'endDate'].includes(name))
  if (unknown !== undefined) throw new CriteriaValueError(unknown, 'This operator is not allowed.')
  if (kind !== 'date') throw new CriteriaValueError(first, 'A range is for times only.')
  return readRange(value as Record<string, unknown>)
}

function readList(values: readonly unknown[]): Scalar[] {
  if (values.length > MAX_LIST) throw new CriteriaValueError('', `At most ${MAX_LIST} values.`)
  return values.flatMap((item, index) => {
    if (isEmptyValue(item)) return []
    if (!isScalar(item)) throw new CriteriaValueError(String(index), 'Texts, numbers and booleans only.')
    return [checkedText(item, String(index))]
  })
}

function checkedText(value: Scalar, path: string): Scalar {
  if (typeof value === 'string' && value.length > MAX_TEXT)
    throw new CriteriaValueError(path, `At most ${MAX_TEXT} characters.`)
  return value
}

function matchAny(values: Scalar[], kind: FieldKind): Record<string, unknown> {
  if (values.length === 0) return {}
  if (kind === 'id') return { $in: values.flatMap((value) => readObjectId(value) ?? []) }
  const stored: unknown[] = kind === 'date' ? values.map((value) => readDate(value, '')) : [...values]
  // Older values may be texts without characters, which are no values either.
  if (values.includes(NOT_AVAILABLE)) return { $in: [...stored, null, '', ...(kind === 'list' ? [[]] : [])] }
  return stored.length === 1 ? { $eq: stored[0] } : { $in: stored }
}

/** Reads an internal id of 24 hexadecimal digits; undefined for any other value. */
export const readObjectId = (value: unknown): Types.ObjectId | undefined =>
  typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value) ? new Types.ObjectId(value) : undefined

function readPattern(value: Record<string, unknown>): Record<string, unknown> {
  const { $regex: text, $options: options, ...rest } = value
  const unknown = Object.keys(rest)[0]
  if (unknown !== undefined) throw new CriteriaValueError(unknown, 'This operator is not allowed.')
  if (typeof text !== 'string') throw new CriteriaValueError('$regex', 'A text is needed.')
  if (text.length > MAX_TEXT) throw new CriteriaValueError('$regex', `At most ${MAX_TEXT} characters.`)
  // The store's patterns cannot hold a NUL character.
  if (text.includes('\0')) throw new CriteriaValueError('$regex', 'A NUL character is not allowed.')
  if (options !== undefined && options !== 'i' && options !== '')
    throw new CriteriaValueError('$options', 'Only i is known.')
  return text === '' ? {} : { $regex: patternContaining(text) }
}

/** Turns a time range into a store condition with an exclusive end; undefined when neither end is given. */
export function timeCondition({ startDate, endDate }: TimeRange): { $gte?: Date; $lt?: Date } | undefined {
  if (!startDate && !endDate) return undefined
  return {
    ...(startDate ? { $gte: new Date(startDate) } : {}),
    ...(endDate ? { $lt: new Date(endDate) } : {}),
  }
}

function readRange(value: Record<string, unknown>): Record<string, unknown> {
  const from = value['$gte'] ?? value['startDate']
  const to = value['$lt'] ?? value['endDate']
  const range: { $gte?: Date; $lt?: Date } = {}
  if (!isEmptyValue(from)) range.$gte = readDate(from, '$gte' in value ? '$gte' : 'startDate')
  if (!isEmptyValue(to)) range.$lt = readDate(to, '$lt' in value ? '$lt' : 'endDate')
  if (range.$gte && range.$lt && range.$gte > range.$lt)
    throw new CriteriaValueError(
      '$lt' in value ? '$lt' : 'endDate',
      'The end is before the start.',
      'validation',
    )
  return range
}

const ISO_TIME = /^(\d{4}-\d\d-\d\d)(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

function readDate(value: unknown, path: string): Date {
  const day = typeof value === 'string' ? ISO_TIME.exec(value)?.[1] : undefined
  const date = new Date(day !== undefined && isDay(day) ? String(value) : Number.NaN)
  if (Number.isNaN(date.getTime())) throw new CriteriaValueError(path, 'An ISO 8601 time is needed.')
  return date
}

/** Checks that the calendar has the day: otherwise a 30th of February would be read as a day in March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
