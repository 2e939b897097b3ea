import { date, int, long, NULL, string } from '../bson/make.ts'
import { numberOf } from '../bson/number.ts'
import { asString, longNumberAt, T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import { typeName } from '../query/type-names.ts'
import { isNullish, named, type OperatorMaker, type OperatorTable, positionalOrNull } from './operator.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const FIXED: Record<string, number> = {
  millisecond: 1,
  second: SECOND,
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
}
const MONTHS: Record<string, number> = { month: 1, quarter: 3, year: 12 }
/** $dateTrunc counts its bins from here. */
const REFERENCE = Date.UTC(2000, 0, 1)

function time(value: Value): number {
  if (value.type === T.date) return longNumberAt(value.buf, value.at)
  if (value.type === T.objectId) return value.buf.readUInt32BE(value.at) * SECOND
  throw new StoreError(16006, `can't convert from BSON type ${typeName(value.type)} to Date`)
}

/** Zones other than UTC are refused: bins and parts there would need a zone database to be right. */
function utcOnly(zone: Value): void {
  if (isNullish(zone)) return
  if (zone.type === T.string && /^(UTC|GMT|Z|[+-]00:?00)$/.test(asString(zone))) return
  throw new StoreError(238, 'The embedded store carries out date expressions in UTC only')
}

function unitOf(unit: Value): string {
  const name = unit.type === T.string ? asString(unit) : ''
  if (!(name in FIXED) && !(name in MONTHS)) throw new StoreError(9, `unknown time unit value: ${name}`)
  return name
}

const mondayOf = (name: string) => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  const at = days.indexOf(name.slice(0, 3).toLowerCase())
  if (at < 0) throw new StoreError(9, `unknown day of week value: ${name}`)
  return at
}

function truncate(args: Record<string, Value>): Value {
  utcOnly(args['timezone']!)
  if (isNullish(args['date']!)) return NULL
  const unit = unitOf(args['unit']!)
  const bin = isNullish(args['binSize']!) ? 1 : numberOf(args['binSize']!)
  const at = time(args['date']!)
  if (unit in MONTHS) {
    const months = new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth() - 2000 * 12
    const size = bin * MONTHS[unit]!
    return date(Date.UTC(2000, Math.floor(months / size) * size, 1))
  }
  const size = bin * FIXED[unit]!
  let reference = REFERENCE
  if (unit === 'week') {
    const start = isNullish(args['startOfWeek']!) ? 6 : mondayOf(asString(args['startOfWeek']!))
    // 3 January 2000 was the first Monday.
    reference = Date.UTC(2000, 0, 3 + start)
  }
  return date(Math.floor((at - reference) / size) * size + reference)
}

function shifted(args: Record<string, Value>, sign: 1 | -1): Value {
  utcOnly(args['timezone']!)
  if (isNullish(args['startDate']!) || isNullish(args['amount']!)) return NULL
  const unit = unitOf(args['unit']!)
  const amount = numberOf(args['amount']!) * sign
  const at = time(args['startDate']!)
  if (unit in FIXED) return date(at + amount * FIXED[unit]!)
  const from = new Date(at)
  const month = from.getUTCMonth() + amount * MONTHS[unit]!
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), lastDay)
  return date(Date.UTC(from.getUTCFullYear(), month, day) + (((at % DAY) + DAY) % DAY))
}

/** Number of unit boundaries between two dates. */
function difference(args: Record<string, Value>): Value {
  utcOnly(args['timezone']!)
  if (isNullish(args['startDate']!) || isNullish(args['endDate']!)) return NULL
  const unit = unitOf(args['unit']!)
  const [from, to] = [time(args['startDate']!), time(args['endDate']!)]
  if (unit in MONTHS) {
    const bin = (at: number) =>
      Math.floor((new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth()) / MONTHS[unit]!)
    return long(BigInt(bin(to) - bin(from)))
  }
  const size = FIXED[unit]!
  const start = isNullish(args['startOfWeek']!) ? 6 : mondayOf(asString(args['startOfWeek']!))
  const reference = unit === 'week' ? Date.UTC(2000, 0, 3 + start) : REFERENCE
  return long(BigInt(Math.floor((to - reference) / size) - Math.floor((from - reference) / size)))
}

const pad = (value: number, width: number) => String(value).padStart(width, '0')

function formatted(args: Record<string, Value>): Value {
  utcOnly(args['timezone']!)
  if (isNullish(args['date']!)) return args['onNull']!.type === T.missing ? NULL : args['onNull']!
  const at = new Date(time(args['date']!))
  const format = isNullish(args['format']!) ? '%Y-%m-%dT%H:%M:%S.%LZ' : asString(args['format']!)
  const parts: Record<string, () => string> = {
    Y: () => pad(at.getUTCFullYear(), 4),
    m: () => pad(at.getUTCMonth() + 1, 2),
    d: () => pad(at.getUTCDate(), 2),
    H: () => pad(at.getUTCHours(), 2),
    M: () => pad(at.getUTCMinutes(), 2),
    S: () => pad(at.getUTCSeconds(), 2),
    L: () => pad(at.getUTCMilliseconds(), 3),
    j: () => pad(dayOfYear(at), 3),
    u: () => String(((at.getUTCDay() + 6) % 7) + 1),
    w: () => String(at.getUTCDay() + 1),
    z: () => '+0000',
    Z: () => '0',
    '%': () => '%',
  }
  return string(
    format.replace(/%(.)/g, (_, letter: string) => {
      const part = parts[letter]
      if (!part) throw new StoreError(18536, `Invalid format character '%${letter}' in format string`)
      return part()
    }),
  )
}

const dayOfYear = (at: Date) => Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / DAY) + 1

const part =
  (read: (at: Date) => number): OperatorMaker =>
  (operand, compile, name) => {
    if (operand.type === T.object && operand.buf[operand.at + 5] !== 0x24) {
      const options = named(['date'], ['timezone'], ({ date: value, timezone }) => {
        utcOnly(timezone!)
        return isNullish(value!) ? NULL : int(read(new Date(time(value!))))
      })
      return options(operand, compile, name)
    }
    return positionalOrNull(1, 1, ([value]) => int(read(new Date(time(value!)))))(operand, compile, name)
  }

export const dateOperators: OperatorTable = {
  $dateTrunc: named(['date', 'unit'], ['binSize', 'timezone', 'startOfWeek'], truncate),
  $dateAdd: named(['startDate', 'unit', 'amount'], ['timezone'], (args) => shifted(args, 1)),
  $dateSubtract: named(['startDate', 'unit', 'amount'], ['timezone'], (args) => shifted(args, -1)),
  $dateDiff: named(['startDate', 'endDate', 'unit'], ['timezone', 'startOfWeek'], difference),
  $dateToString: named(['date'], ['format', 'timezone', 'onNull'], formatted),
  $year: part((at) => at.getUTCFullYear()),
  $month: part((at) => at.getUTCMonth() + 1),
  $dayOfMonth: part((at) => at.getUTCDate()),
  $hour: part((at) => at.getUTCHours()),
  $minute: part((at) => at.getUTCMinutes()),
  $second: part((at) => at.getUTCSeconds()),
  $millisecond: part((at) => at.getUTCMilliseconds()),
  $dayOfWeek: part((at) => at.getUTCDay() + 1),
  $isoDayOfWeek: part((at) => ((at.getUTCDay() + 6) % 7) + 1),
  $dayOfYear: part(dayOfYear),
}
