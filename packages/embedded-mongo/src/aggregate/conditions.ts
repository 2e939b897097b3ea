import { bool, MISSING, NULL } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { asBool, elementList, fieldList, T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import {
  type Compile,
  type Expression,
  isNullish,
  type OperatorMaker,
  type OperatorTable,
  operands,
} from './operator.ts'

function holds(value: Value): boolean {
  if (value.type === T.bool) return asBool(value)
  return isNumberType(value.type) ? numberOf(value) !== 0 : !isNullish(value)
}

function member(
  fields: ReadonlyMap<string, Value>,
  name: string,
  operator: string,
  compile: Compile,
): Expression {
  const value = fields.get(name)
  if (!value) throw new StoreError(17080, `Missing '${name}' parameter to ${operator}`)
  return compile(value)
}

const cond: OperatorMaker = (operand, compile) => {
  let parts: Expression[]
  if (operand.type === T.array) parts = elementList(operand).map(compile)
  else {
    const fields = new Map(operand.type === T.object ? fieldList(operand) : [])
    parts = ['if', 'then', 'else'].map((name) => member(fields, name, '$cond', compile))
  }
  const [test, yes, no] = parts
  if (!test || !yes || !no || parts.length > 3)
    throw new StoreError(16020, 'Expression $cond takes exactly 3 arguments.')
  return (scope) => (holds(test(scope)) ? yes(scope) : no(scope))
}

const switchOperator: OperatorMaker = (operand, compile) => {
  const fields = new Map(operand.type === T.object ? fieldList(operand) : [])
  const list = fields.get('branches')
  const branches = (list?.type === T.array ? elementList(list) : []).map((branch) => {
    const parts = new Map(branch.type === T.object ? fieldList(branch) : [])
    return {
      test: member(parts, 'case', '$switch', compile),
      then: member(parts, 'then', '$switch', compile),
    }
  })
  if (branches.length === 0) throw new StoreError(40068, '$switch requires at least one branch.')
  const fallback = fields.get('default')
  const otherwise = fallback ? compile(fallback) : undefined
  return (scope) => {
    for (const { test, then } of branches) if (holds(test(scope))) return then(scope)
    if (!otherwise)
      throw new StoreError(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      )
    return otherwise(scope)
  }
}

const letOperator: OperatorMaker = (operand, compile) => {
  const fields = new Map(operand.type === T.object ? fieldList(operand) : [])
  const vars = fields.get('vars')
  const inner = member(fields, 'in', '$let', compile)
  const compiled = (vars ? fieldList(vars) : []).map(([name, value]) => [name, compile(value)] as const)
  return (scope) => {
    const bound: Record<string, Value> = { ...scope.vars }
    for (const [name, expression] of compiled) bound[name] = expression(scope)
    return inner({ root: scope.root, vars: bound })
  }
}

export const conditionOperators: OperatorTable = {
  $cond: cond,
  $switch: switchOperator,
  $let: letOperator,
  $ifNull: (operand, compile) => {
    const list = operands(operand).map(compile)
    if (list.length < 2) throw new StoreError(1257300, '$ifNull needs at least two arguments')
    return (scope) => {
      let value: Value = MISSING
      for (const expression of list) {
        value = expression(scope)
        if (!isNullish(value)) return value
      }
      return value.type === T.undefined ? NULL : value
    }
  },
  $and: (operand, compile) => {
    const list = operands(operand).map(compile)
    return (scope) => bool(list.every((expression) => holds(expression(scope))))
  },
  $or: (operand, compile) => {
    const list = operands(operand).map(compile)
    return (scope) => bool(list.some((expression) => holds(expression(scope))))
  },
  $not: (operand, compile) => {
    const [expression, ...rest] = operands(operand).map(compile)
    if (!expression || rest.length > 0)
      throw new StoreError(16020, 'Expression $not takes exactly 1 arguments.')
    return (scope) => bool(!holds(expression(scope)))
  },
}
