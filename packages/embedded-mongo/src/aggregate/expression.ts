import { MISSING, NULL } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { asBool, asString, eachElement, fieldList, fieldValue, T, Value } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { type PathPart, splitPath } from '../keys/index-keys.ts'
import { arithmeticOperators } from './arithmetic.ts'
import { arrayOperators } from './arrays.ts'
import { conditionOperators } from './conditions.ts'
import { dateOperators } from './dates.ts'
import { objectOperators } from './objects.ts'
import { type Expression, isNullish, type OperatorTable } from './operator.ts'
import { stringOperators } from './strings.ts'
import { typeOperators } from './types.ts'

const OPERATORS: OperatorTable = {
  ...arithmeticOperators,
  ...arrayOperators,
  ...conditionOperators,
  ...dateOperators,
  ...objectOperators,
  ...stringOperators,
  ...typeOperators,
  $literal: (operand) => () => operand,
}

/** Compiles an aggregation expression; operators that are not carried out are refused by name (168). */
export function compileExpression(source: Value): Expression {
  switch (source.type) {
    case T.string: {
      const text = asString(source)
      return text.startsWith('$') ? compilePath(text) : () => source
    }
    case T.object:
      return compileObject(source)
    case T.array: {
      const items: Expression[] = []
      eachElement(source.buf, source.at, (type, at, end) => {
        items.push(compileExpression(new Value(type, source.buf, at, end)))
      })
      return (scope) =>
        buildArray(
          items.map((item) => {
            const value = item(scope)
            return value.type === T.missing ? NULL : value
          }),
        )
    }
    default:
      return () => source
  }
}

function compileObject(source: Value): Expression {
  const fields = fieldList(source)
  const [first] = fields
  if (first?.[0].startsWith('$')) {
    if (fields.length > 1) {
      throw new StoreError(
        15983,
        `an expression specification must contain exactly one field, the name of the expression. Found ${fields.length} fields`,
      )
    }
    return compileOperator(first[0], first[1])
  }
  const compiled = fields.map(([name, value]) => {
    if (name.startsWith('$'))
      throw new StoreError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      )
    return [name, compileExpression(value)] as const
  })
  return (scope) => {
    const members: [string, Value][] = []
    for (const [name, expression] of compiled) {
      const value = expression(scope)
      if (value.type !== T.missing) members.push([name, value])
    }
    return buildDocument(members)
  }
}

function compileOperator(name: string, operand: Value): Expression {
  const make = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
  if (!make) throw new StoreError(168, `Unrecognized expression '${name}'`)
  return make(operand, compileExpression, name)
}

function compilePath(text: string): Expression {
  if (!text.startsWith('$$')) {
    const parts = pathParts(text.slice(1))
    return (scope) => pathValue(scope.root, parts, 0)
  }
  const [name = '', ...rest] = text.slice(2).split('.')
  const parts = rest.length > 0 ? pathParts(rest.join('.')) : []
  if (name === 'ROOT' || name === 'CURRENT') return (scope) => pathValue(scope.root, parts, 0)
  if (name === 'REMOVE') return () => MISSING
  return (scope) => {
    const value = scope.vars[name]
    if (!value) throw new StoreError(17276, `Use of undefined variable: ${name}`)
    return pathValue(value, parts, 0)
  }
}

function pathParts(path: string): readonly PathPart[] {
  const parts = splitPath(path)
  if (parts.some((part) => part.name === ''))
    throw new StoreError(40353, "FieldPath must not end with a '.' or contain empty names")
  if (parts.some((part) => part.name.startsWith('$')))
    throw new StoreError(16410, "FieldPath field names may not start with '$'.")
  return parts
}

/** The value at a path; through an array, the values of its documents. */
export function pathValue(value: Value, parts: readonly PathPart[], depth: number): Value {
  let present = value
  for (let i = depth; i < parts.length; i++) {
    if (present.type === T.array) {
      const found: Value[] = []
      const { buf } = present
      eachElement(buf, present.at, (type, at, end) => {
        if (type !== T.object && type !== T.array) return
        const inner = pathValue(new Value(type, buf, at, end), parts, i)
        if (inner.type !== T.missing) found.push(inner)
      })
      return buildArray(found)
    }
    if (present.type !== T.object) return MISSING
    const member = fieldValue(present.buf, present.at, parts[i]!.bytes)
    if (!member) return MISSING
    present = member
  }
  return present
}

export function truthy(value: Value): boolean {
  if (value.type === T.bool) return asBool(value)
  if (isNumberType(value.type)) return numberOf(value) !== 0
  return !isNullish(value)
}
