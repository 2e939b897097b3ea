import { bool, date, double, int, long, string } from '../bson/make.ts'
import { bigintOf, isNumberType, numberOf } from '../bson/number.ts'
import { asBool, asString, longNumberAt, T, Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import { typeName } from '../query/type-names.ts'
import { type OperatorTable, positional, positionalOrNull } from './operator.ts'
import { textOf } from './text.ts'

const failure = (value: Value, to: string) =>
  new StoreError(
    241,
    `Failed to convert ${value.type === T.string ? `'${asString(value)}'` : typeName(value.type)} to ${to} in $convert with no onError value`,
  )

function toNumber(value: Value, to: string): number {
  if (isNumberType(value.type)) return numberOf(value)
  if (value.type === T.bool) return asBool(value) ? 1 : 0
  if (value.type === T.date) return longNumberAt(value.buf, value.at)
  if (value.type === T.string) {
    const text = asString(value)
    const number = Number(text)
    if (/^[-+]?[\d.]/.test(text) && !/^[-+]?0x/i.test(text) && !Number.isNaN(number)) return number
  }
  throw failure(value, to)
}

function toInteger(value: Value, to: 'int' | 'long'): Value {
  if (value.type === T.string && !/^[-+]?\d+$/.test(asString(value))) throw failure(value, to)
  if (value.type === T.long && to === 'long') return value
  if (value.type === T.string && to === 'long') return long(BigInt(asString(value)))
  const number = Math.trunc(value.type === T.long ? Number(bigintOf(value)) : toNumber(value, to))
  const limit = to === 'int' ? 2 ** 31 : 2 ** 63
  if (!(number >= -limit && number < limit)) throw failure(value, to)
  return to === 'int' ? int(number) : long(BigInt(number))
}

function toDate(value: Value): Value {
  if (value.type === T.date) return value
  if (value.type === T.long || value.type === T.double) return date(numberOf(value))
  if (value.type === T.objectId) return date(value.buf.readUInt32BE(value.at) * 1000)
  if (value.type === T.string) {
    const text = asString(value)
    const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`
    const time = Date.parse(zoned)
    if (isCalendarDay(text) && !Number.isNaN(time)) return date(time)
  }
  throw failure(value, 'date')
}

/** Whether a text begins with a day that there is: JavaScript takes 30 February for 2 March. */
function isCalendarDay(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)/.exec(text) ?? []
  const time = day === undefined ? Number.NaN : Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${day}`)
}

function toObjectId(value: Value): Value {
  if (value.type === T.objectId) return value
  if (value.type === T.string && /^[0-9a-fA-F]{24}$/.test(asString(value))) {
    return new Value(T.objectId, Buffer.from(asString(value), 'hex'), 0, 12)
  }
  throw failure(value, 'objectId')
}

export const typeOperators: OperatorTable = {
  $type: positional(1, 1, ([value]) => string(typeName(value!.type))),
  $isNumber: positional(1, 1, ([value]) => bool(isNumberType(value!.type))),
  $toString: positionalOrNull(1, 1, ([value]) => string(textOf(value!))),
  $toInt: positionalOrNull(1, 1, ([value]) => toInteger(value!, 'int')),
  $toLong: positionalOrNull(1, 1, ([value]) => toInteger(value!, 'long')),
  $toDouble: positionalOrNull(1, 1, ([value]) => double(toNumber(value!, 'double'))),
  $toDate: positionalOrNull(1, 1, ([value]) => toDate(value!)),
  $toObjectId: positionalOrNull(1, 1, ([value]) => toObjectId(value!)),
  $toBool: positionalOrNull(1, 1, ([value]) => {
    if (value!.type === T.bool) return value!
    return bool(!isNumberType(value!.type) || numberOf(value!) !== 0)
  }),
}
