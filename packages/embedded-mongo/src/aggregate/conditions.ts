import { bool, MISSING } from '../bson/make.ts'
import { T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import {
  isNullish,
  isTruthy,
  namedArguments,
  type OperatorMaker,
  type OperatorTable,
  operands,
  positional,
} from './operator.ts'

const CONDITION_CODES = { noObject: 16020, unknown: 17083, missing: { if: 17080, then: 17081, else: 17082 } }

const condition: OperatorMaker = (operand, compile, name) => {
  const named = operand.type === T.object && operand.buf[operand.at + 5] !== 0x24
  const parts = named
    ? namedArguments(operand, compile, name, ['if', 'then', 'else'], CONDITION_CODES)
    : undefined
  const list = parts ? ['if', 'then', 'else'].map((part) => parts.get(part)!) : operands(operand).map(compile)
  const [test, yes, no, ...rest] = list
  if (!test || !yes || !no || rest.length > 0)
    throw new StoreError(16020, `Expression $cond takes exactly 3 arguments. ${list.length} were passed in.`)
  return (document) => (isTruthy(test(document)) ? yes(document) : no(document))
}

export const conditionOperators: OperatorTable = {
  $cond: condition,
  $ifNull: (operand, compile) => {
    const list = operands(operand).map(compile)
    if (list.length < 2)
      throw new StoreError(1257300, `$ifNull needs at least two arguments, had: ${list.length}`)
    return (document) => {
      let value: Value = MISSING
      for (const expression of list) {
        value = expression(document)
        if (!isNullish(value)) return value
      }
      return value
    }
  },
  $and: (operand, compile) => {
    const list = operands(operand).map(compile)
    return (document) => bool(list.every((expression) => isTruthy(expression(document))))
  },
  $or: (operand, compile) => {
    const list = operands(operand).map(compile)
    return (document) => bool(list.some((expression) => isTruthy(expression(document))))
  },
  $not: positional(1, ([value]) => bool(!isTruthy(value!))),
}
