import { date, NULL } from '../bson/make.ts'
import { isWholeNumber, numberOf } from '../bson/number.ts'
import { asString, longNumberAt, T, type Value } from '../bson/value.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { isNullish, namedArguments, type OperatorMaker } from './operator.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FIXED: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
}
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const SATURDAY = 6
/** Bins are counted from here, weeks from the first day on or after it that begins a week. It was a Saturday. */
const REFERENCE = Date.UTC(2000, 0, 1)

const ARGUMENTS = ['date', 'unit', 'binSize', 'timezone', 'startOfWeek']
const CODES = { noObject: 5439007, unknown: 5439008, missing: { date: 5439009, unit: 5439010 } }

type Bins = { unit: string; size: number; firstDay: number }

/** $dateTrunc in UTC. Other zones are refused: bins there would need a zone database to be right. */
export const dateTrunc: OperatorMaker = (operand, compile, name) => {
  const expressions = namedArguments(operand, compile, name, ARGUMENTS, CODES)
  return (document) => {
    const values = new Map([...expressions].map(([key, expression]) => [key, expression(document)]))
    // The first day of the week is looked at for weeks alone.
    if ([...values].some(([key, value]) => key !== 'startOfWeek' && isNullish(value))) return NULL
    refuseZone(values.get('timezone'))
    const time = values.get('date')!
    if (time.type === T.objectId) throw notImplemented('$dateTrunc of object ids')
    if (time.type !== T.date) throw new StoreError(5439012, "$dateTrunc requires 'date' to be a date")
    return date(binStart(longNumberAt(time.buf, time.at), binsOf(values)))
  }
}

function refuseZone(zone: Value | undefined): void {
  if (zone === undefined || (zone.type === T.string && /^(UTC|GMT|Z|[+-]00:?00)$/.test(asString(zone))))
    return
  throw notImplemented('date expressions in zones other than UTC')
}

function binsOf(values: ReadonlyMap<string, Value>): Bins {
  const text = (name: string) => {
    const value = values.get(name)
    return value?.type === T.string ? asString(value) : ''
  }
  const unit = text('unit')
  if (!Object.hasOwn(FIXED, unit) && !Object.hasOwn(MONTHS, unit))
    throw new StoreError(
      5439014,
      `$dateTrunc parameter 'unit' value cannot be recognized as a time unit: ${unit}`,
    )
  const size = values.get('binSize')
  if (size && !isWholeNumber(size))
    throw new StoreError(5439017, "$dateTrunc requires 'binSize' argument to be a 64-bit integer")
  if (size && !isWholeNumber(size, 1))
    throw new StoreError(5439018, "$dateTrunc requires 'binSize' to be greater than 0")
  const isGiven = unit === 'week' && values.has('startOfWeek')
  const startOfWeek = isGiven ? text('startOfWeek').toLowerCase() : 'sunday'
  const firstDay = DAYS.findIndex((day) => startOfWeek === day || startOfWeek === day.slice(0, 3))
  if (firstDay < 0)
    throw new StoreError(
      5439016,
      `$dateTrunc parameter 'startOfWeek' value cannot be recognized as a day of a week: ${startOfWeek}`,
    )
  return { unit, size: size ? numberOf(size) : 1, firstDay }
}

function binStart(time: number, { unit, size, firstDay }: Bins): number {
  const months = MONTHS[unit]
  if (months !== undefined) {
    const at = new Date(time)
    const since = (at.getUTCFullYear() - 2000) * 12 + at.getUTCMonth()
    return Date.UTC(2000, Math.floor(since / (months * size)) * months * size, 1)
  }
  const reference = unit === 'week' ? REFERENCE + ((firstDay - SATURDAY + 7) % 7) * DAY : REFERENCE
  const length = FIXED[unit]! * size
  return Math.floor((time - reference) / length) * length + reference
}
