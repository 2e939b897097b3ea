import { date, int, NULL } from '../bson/make.ts'
import { isWholeNumber, numberOf } from '../bson/number.ts'
import { asString, elementList, fieldList, isNullish, longNumberAt, T, type Value } from '../bson/value.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { compareValues } from '../keys/key-writer.ts'

/** A compiled expression, evaluated for a document; a missing value (type 0) says that there is none. */
export type Expression = (document: Value) => Value
/** Compiles the operand of one operator. */
type OperatorMaker = (operand: Value, compile: (source: Value) => Expression) => Expression

/** Milliseconds of the units that time is cut into. */
const UNITS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
}
/** Units that MongoDB knows besides. */
const OTHER_UNITS = ['millisecond', 'week', 'month', 'quarter', 'year']
/** Where the first of several units begins. */
const REFERENCE = Date.UTC(2000, 0, 1)

/** Expression operators that are carried out. */
export const EXPRESSIONS: Readonly<Record<string, OperatorMaker>> = {
  $literal: (operand) => () => operand,
  $size: (operand, compile) => {
    const [list] = compileOperands('$size', operand, 1, compile)
    return (document) =>
      int(elements(list!(document), 17124, 'The argument to $size must be an array').length)
  },
  $indexOfArray: (operand, compile) => {
    const [list, wanted] = compileOperands('$indexOfArray', operand, 2, compile)
    return (document) => {
      const array = list!(document)
      if (isNullish(array)) return NULL
      const values = elements(array, 40090, '$indexOfArray requires an array as a first argument')
      const value = wanted!(document)
      return int(values.findIndex((other) => compareValues(other, value) === 0))
    }
  },
  $dateTrunc: truncateDate,
}

/** The operands: an array is the list, anything else a list of one. */
function compileOperands(
  name: string,
  operand: Value,
  count: number,
  compile: (source: Value) => Expression,
): Expression[] {
  const list = operand.type === T.array ? elementList(operand) : [operand]
  if (list.length === count) return list.map(compile)
  throw new StoreError(
    16020,
    `Expression ${name} takes exactly ${count} arguments. ${list.length} were passed in.`,
  )
}

function elements(value: Value, code: number, complaint: string): Value[] {
  if (value.type !== T.array) throw new StoreError(code, complaint)
  return elementList(value)
}

/** $dateTrunc in UTC, by units of one length. */
function truncateDate(operand: Value, compile: (source: Value) => Expression): Expression {
  if (operand.type !== T.object)
    throw new StoreError(5439007, '$dateTrunc only supports an object as its argument')
  const members = new Map(fieldList(operand))
  for (const name of members.keys()) {
    if (name === 'timezone' || name === 'startOfWeek') throw notImplemented(`${name} of $dateTrunc`)
    if (!['date', 'unit', 'binSize'].includes(name))
      throw new StoreError(5439008, `Unrecognized argument to $dateTrunc: ${name}`)
  }
  const time = members.get('date')
  const unit = members.get('unit')
  if (!time) throw new StoreError(5439009, "Missing 'date' parameter to $dateTrunc")
  if (!unit) throw new StoreError(5439010, "Missing 'unit' parameter to $dateTrunc")
  const length = unitLength(unit) * binSize(members.get('binSize'))
  const dateOf = compile(time)
  return (document) => {
    const value = dateOf(document)
    if (isNullish(value)) return NULL
    if (value.type === T.objectId) throw notImplemented('$dateTrunc of object ids')
    if (value.type !== T.date) throw new StoreError(5439012, "$dateTrunc requires 'date' to be a date")
    const since = longNumberAt(value.buf, value.at) - REFERENCE
    return date(Math.floor(since / length) * length + REFERENCE)
  }
}

function unitLength(unit: Value): number {
  const name = unit.type === T.string ? asString(unit) : ''
  const length = Object.hasOwn(UNITS, name) ? UNITS[name] : undefined
  if (length !== undefined) return length
  if (OTHER_UNITS.includes(name)) throw notImplemented(`the unit ${name} of $dateTrunc`)
  throw new StoreError(
    5439014,
    `$dateTrunc parameter 'unit' value cannot be recognized as a time unit: ${name}`,
  )
}

function binSize(size: Value | undefined): number {
  if (!size) return 1
  if (!isWholeNumber(size))
    throw new StoreError(5439017, "$dateTrunc requires 'binSize' argument to be a 64-bit integer")
  if (!isWholeNumber(size, 1))
    throw new StoreError(5439018, "$dateTrunc requires 'binSize' to be greater than 0")
  return numberOf(size)
}
