import { compareValues } from '../bson/compare.ts'
import { bool, date, double, int, long, NULL } from '../bson/make.ts'
import { addNumbers, isNumberType, multiplyNumbers, numberOf, subtractNumbers } from '../bson/number.ts'
import { typeName } from '../bson/type-names.ts'
import { elementList, longNumberAt, T, type Value } from '../bson/value.ts'
import { StoreError, typeMismatch } from '../errors.ts'
import {
  isNullish,
  type OperatorMaker,
  type OperatorTable,
  operands,
  positional,
  positionalOrNull,
} from './operator.ts'

function demandNumber(name: string, value: Value): Value {
  if (!isNumberType(value.type))
    throw typeMismatch(`${name} only supports numeric types, not ${typeName(value.type)}`)
  return value
}

const millis = (value: Value) => longNumberAt(value.buf, value.at)

function add(values: Value[]): Value {
  const dates = values.filter((value) => value.type === T.date)
  if (dates.length > 1) throw new StoreError(16612, 'only one date allowed in an $add expression')
  let sum: Value = int(0)
  for (const value of values) {
    if (value.type === T.date) continue
    demandNumber('$add', value)
    // What leaves 64 bits becomes a double, as in all expressions.
    sum = addNumbers(sum, value) ?? double(numberOf(sum) + numberOf(value))
  }
  return dates[0] ? date(millis(dates[0]) + Math.round(numberOf(sum))) : sum
}

function subtract([a, b]: Value[]): Value {
  if (a!.type === T.date && b!.type === T.date) return long(BigInt(millis(a!) - millis(b!)))
  demandNumber('$subtract', b!)
  if (a!.type === T.date) return date(millis(a!) - Math.round(numberOf(b!)))
  demandNumber('$subtract', a!)
  return subtractNumbers(a!, b!) ?? double(numberOf(a!) - numberOf(b!))
}

function multiply(values: Value[]): Value {
  let product: Value = int(1)
  for (const value of values) {
    demandNumber('$multiply', value)
    product = multiplyNumbers(product, value) ?? double(numberOf(product) * numberOf(value))
  }
  return product
}

function divide([a, b]: Value[]): Value {
  const [dividend, divisor] = [numberOf(demandNumber('$divide', a!)), numberOf(demandNumber('$divide', b!))]
  if (divisor === 0) throw new StoreError(2, "can't $divide by zero")
  return double(dividend / divisor)
}

/** $min and $max: over the elements of one array, or over the operands themselves. */
const extreme =
  (direction: 1 | -1): OperatorMaker =>
  (operand, compile) => {
    const list = operands(operand).map(compile)
    return (document) => {
      const values = list.map((expression) => expression(document))
      const [only] = values
      let best: Value | undefined
      for (const value of values.length === 1 && only!.type === T.array ? elementList(only!) : values) {
        if (isNullish(value)) continue
        if (!best || compareValues(value, best) * direction > 0) best = value
      }
      return best ?? NULL
    }
  }

const comparison = (accept: (order: number) => boolean): OperatorMaker =>
  positional(2, ([a, b]) => bool(accept(compareValues(a!, b!))))

export const arithmeticOperators: OperatorTable = {
  $add: positionalOrNull(undefined, add),
  $subtract: positionalOrNull(2, subtract),
  $multiply: positionalOrNull(undefined, multiply),
  $divide: positionalOrNull(2, divide),
  $min: extreme(-1),
  $max: extreme(1),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
}
