import { int, NULL } from '../bson/make.ts'
import { elementList, isNullish, T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import { compareValues } from '../keys/key-writer.ts'

/** A compiled expression, evaluated for a document; a missing value (type 0) says that there is none. */
export type Expression = (document: Value) => Value
/** Compiles the operand of one operator. */
type OperatorMaker = (operand: Value, compile: (source: Value) => Expression) => Expression

/** Expression operators that are carried out. */
export const EXPRESSIONS: Readonly<Record<string, OperatorMaker>> = {
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
