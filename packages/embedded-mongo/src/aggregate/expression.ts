import { MISSING, NULL } from '../bson/make.ts'
import { asString, eachElement, elementList, fieldList, fieldValue, T, Value } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { type PathPart, splitPath } from '../keys/index-keys.ts'
import { EXPRESSIONS, type Expression } from './operators.ts'

/** Variables that MongoDB has and this store does not. */
const OTHER_VARIABLES = new Set(['NOW', 'REMOVE', 'CLUSTER_TIME', 'USER_ROLES', 'SEARCH_META'])

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
      const items = elementList(source).map(compileExpression)
      return (document) => buildArray(items.map((item) => orNull(item(document))))
    }
    default:
      return () => source
  }
}

const orNull = (value: Value) => (value.type === T.missing ? NULL : value)

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
    if (name.startsWith('$') || name.includes('.'))
      throw new StoreError(16410, `FieldPath field names may not start with '$' or contain '.': ${name}`)
    return [name, compileExpression(value)] as const
  })
  return (document) =>
    buildDocument(
      compiled
        .map(([name, expression]) => [name, expression(document)] as const)
        .filter(([, value]) => value.type !== T.missing),
    )
}

function compileOperator(name: string, operand: Value): Expression {
  const make = Object.hasOwn(EXPRESSIONS, name) ? EXPRESSIONS[name] : undefined
  if (!make) throw new StoreError(168, `Unrecognized expression '${name}'`)
  return make(operand, compileExpression)
}

function compilePath(text: string): Expression {
  const [variable = '', ...rest] = text.startsWith('$$') ? text.slice(2).split('.') : ['ROOT', text.slice(1)]
  if (OTHER_VARIABLES.has(variable)) throw notImplemented(`the variable ${variable}`)
  if (variable !== 'ROOT' && variable !== 'CURRENT')
    throw new StoreError(17276, `Use of undefined variable: ${variable}`)
  if (rest.length === 0) return (document) => document
  const parts = splitPath(rest.join('.'))
  if (parts.some((part) => part.name === ''))
    throw new StoreError(40353, "FieldPath must not end with a '.' or contain empty names")
  if (parts.some((part) => part.name.startsWith('$')))
    throw new StoreError(16410, "FieldPath field names may not start with '$'.")
  return (document) => pathValue(document, parts, 0)
}

/** The value at a path; through an array, the values of its documents (not of arrays within it). */
function pathValue(value: Value, parts: readonly PathPart[], depth: number): Value {
  let present = value
  for (let i = depth; i < parts.length; i++) {
    if (present.type === T.array) {
      const { buf } = present
      const found: Value[] = []
      eachElement(buf, present.at, (type, at, end) => {
        if (type !== T.object) return
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
