import { compareValues } from '../bson/compare.ts'
import { bool, date, double, int, long, NULL } from '../bson/make.ts'
import {
  addNumbers,
  bigintOf,
  isNumberType,
  multiplyNumbers,
  numberOf,
  subtractNumbers,
} from '../bson/number.ts'
import { elementList, longNumberAt, T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import { typeName } from '../query/type-names.ts'
import {
  isNullish,
  type OperatorMaker,
  type OperatorTable,
  operands,
  positional,
  positionalOrNull,
} from './operator.ts'

function demand(name: string, value: Value): Value {
  if (!isNumberType(value.type))
    throw new StoreError(14, `${name} only supports numeric types, not ${typeName(value.type)}`)
  return value
}

/** A result that would leave 64-bit integers becomes a double, as in MongoDB's expressions. */
const orDouble = (result: Value | undefined, a: Value, b: Value, run: (x: number, y: number) => number) =>
  result ?? double(run(numberOf(a), numberOf(b)))

const millis = (value: Value) => longNumberAt(value.buf, value.at)

function add(values: Value[]): Value {
  if (values.some(isNullish)) return NULL
  const dates = values.filter((value) => value.type === T.date)
  if (dates.length > 1) throw new StoreError(16612, 'only one date allowed in an $add expression')
  let sum: Value = int(0)
  for (const value of values) {
    if (value.type === T.date) continue
    demand('$add', value)
    sum = orDouble(addNumbers(sum, value), sum, value, (x, y) => x + y)
  }
  return dates[0] ? date(millis(dates[0]) + Math.round(numberOf(sum))) : sum
}

function subtract([a, b]: Value[]): Value {
  if (a!.type === T.date && b!.type === T.date) return long(BigInt(millis(a!) - millis(b!)))
  if (a!.type === T.date) return date(millis(a!) - Math.round(numberOf(demand('$subtract', b!))))
  return orDouble(subtractNumbers(demand('$subtract', a!), demand('$subtract', b!)), a!, b!, (x, y) => x - y)
}

function multiply(values: Value[]): Value {
  let product: Value = int(1)
  for (const value of values) {
    demand('$multiply', value)
    product = orDouble(multiplyNumbers(product, value), product, value, (x, y) => x * y)
  }
  return product
}

function divide([a, b]: Value[]): Value {
  refuseDecimal('$divide', a!, b!)
  const divisor = numberOf(demand('$divide', b!))
  if (divisor === 0) throw new StoreError(2, "can't $divide by zero")
  return double(numberOf(demand('$divide', a!)) / divisor)
}

function refuseDecimal(name: string, ...values: Value[]): void {
  if (values.some((value) => value.type === T.decimal))
    throw new StoreError(238, `The embedded store does not carry out ${name} on decimals`)
}

function mod([a, b]: Value[]): Value {
  refuseDecimal('$mod', a!, b!)
  demand('$mod', a!)
  if (numberOf(demand('$mod', b!)) === 0) throw new StoreError(16610, "can't $mod by zero")
  if (a!.type === T.double || b!.type === T.double) return double(numberOf(a!) % numberOf(b!))
  const result = bigintOf(a!) % bigintOf(b!)
  return a!.type === T.int && b!.type === T.int ? int(Number(result)) : long(result)
}

/** Rounds to whole numbers in the value's own type; halves go to the even neighbour. */
function rounding(name: string, round: (value: number) => number): OperatorMaker {
  return positionalOrNull(1, 2, ([value, place]) => {
    demand(name, value!)
    refuseDecimal(name, value!)
    const digits = place ? numberOf(demand(name, place)) : 0
    if (value!.type !== T.double && digits >= 0) return value!
    const scale = 10 ** Math.abs(digits)
    const number = numberOf(value!)
    const rounded = digits >= 0 ? round(scaled(number, digits)) / scale : round(number / scale) * scale
    if (!Number.isFinite(number)) return value!
    return value!.type === T.double
      ? double(rounded)
      : value!.type === T.int
        ? int(rounded)
        : long(BigInt(rounded))
  })
}

/** Shifts the decimal point in the shortest decimal text, so that 2.675 × 100 is 267.5. */
const scaled = (value: number, digits: number) =>
  digits === 0 ? value : Number(shift(String(value), digits))
const shift = (text: string, digits: number) => {
  const [mantissa = '0', exponent = '0'] = text.split('e')
  return `${mantissa}e${Number(exponent) + digits}`
}

function halfEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  if (rest !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}

function abs([value]: Value[]): Value {
  demand('$abs', value!)
  if (numberOf(value!) >= 0) return value!
  return orDouble(multiplyNumbers(value!, int(-1)), value!, value!, (x) => Math.abs(x))
}

const real = (name: string, run: (value: number) => number, check?: (value: number) => void): OperatorMaker =>
  positionalOrNull(1, 1, ([value]) => {
    refuseDecimal(name, value!)
    const number = numberOf(demand(name, value!))
    check?.(number)
    return double(run(number))
  })

/** $sum, $avg, $min, $max as expressions: one array operand, or the operands themselves. */
function overValues(run: (values: Value[]) => Value): OperatorMaker {
  return (operand, compile) => {
    const single = operand.type !== T.array
    const list = operands(operand).map(compile)
    return (scope) => {
      const values = list.map((expression) => expression(scope))
      const only = values[0]
      return run((single || list.length === 1) && only?.type === T.array ? elementList(only) : values)
    }
  }
}

export function sumOf(values: readonly Value[]): Value {
  let sum: Value = int(0)
  for (const value of values) {
    if (isNumberType(value.type)) sum = orDouble(addNumbers(sum, value), sum, value, (x, y) => x + y)
  }
  return sum
}

export function averageOf(values: readonly Value[]): Value {
  const numbers = values.filter((value) => isNumberType(value.type))
  if (numbers.length === 0) return NULL
  refuseDecimal('$avg', ...numbers)
  return double(numberOf(sumOf(numbers)) / numbers.length)
}

export function extremeOf(values: readonly Value[], direction: 1 | -1): Value {
  let best: Value | undefined
  for (const value of values) {
    if (isNullish(value)) continue
    if (!best || compareValues(value, best) * direction > 0) best = value
  }
  return best ?? NULL
}

const comparison = (accept: (order: number) => boolean): OperatorMaker =>
  positional(2, 2, ([a, b]) => bool(accept(compareValues(a!, b!))))

export const arithmeticOperators: OperatorTable = {
  $add: positional(0, 1000, add),
  $subtract: positionalOrNull(2, 2, subtract),
  $multiply: positionalOrNull(0, 1000, multiply),
  $divide: positionalOrNull(2, 2, divide),
  $mod: positionalOrNull(2, 2, mod),
  $abs: positionalOrNull(1, 1, abs),
  $floor: rounding('$floor', Math.floor),
  $ceil: rounding('$ceil', Math.ceil),
  $round: rounding('$round', halfEven),
  $trunc: rounding('$trunc', Math.trunc),
  $sqrt: real('$sqrt', Math.sqrt, (value) => {
    if (value < 0) throw new StoreError(28714, "$sqrt's argument must be greater than or equal to 0")
  }),
  $ln: real('$ln', Math.log, (value) => {
    if (value <= 0) throw new StoreError(28766, `$ln's argument must be a positive number, but is ${value}`)
  }),
  $log10: real('$log10', Math.log10, (value) => {
    if (value <= 0)
      throw new StoreError(28761, `$log10's argument must be a positive number, but is ${value}`)
  }),
  $exp: real('$exp', Math.exp),
  $pow: positionalOrNull(2, 2, ([base, power]) => {
    refuseDecimal('$pow', base!, power!)
    if (numberOf(base!) === 0 && numberOf(power!) < 0)
      throw new StoreError(28764, '$pow cannot take a base of 0 and a negative exponent')
    const result = numberOf(demand('$pow', base!)) ** numberOf(demand('$pow', power!))
    const whole = base!.type === T.int && power!.type === T.int && Number.isSafeInteger(result)
    if (!whole) return double(result)
    return Math.abs(result) <= 0x7fffffff ? int(result) : long(BigInt(result))
  }),
  $sum: overValues(sumOf),
  $avg: overValues(averageOf),
  $min: overValues((values) => extremeOf(values, -1)),
  $max: overValues((values) => extremeOf(values, 1)),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: positional(2, 2, ([a, b]) => int(Math.sign(compareValues(a!, b!)))),
}
