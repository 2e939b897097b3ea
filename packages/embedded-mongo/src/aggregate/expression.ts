import { MISSING, NULL } from '../bson/make.ts'
import { asString, eachElement, elementList, fieldList, fieldValue, T, Value } from '../bson/value.ts'
import { buildArray } from '../bson/writer.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { type PathPart, splitPath } from '../keys/index-keys.ts'
import { EXPRESSIONS, type Expression } from './operators.ts'

/** Compiles an aggregation expression; operators that are not carried out are refused by name (168). */
export function compileExpression(source: Value): Expression {
  switch (source.type) {
    case T.string: {
      const text = asString(source)
      return text.startsWith('$') ? compilePath(text) : () => source
    }
    case T.object:
      return compileOperator(source)
    case T.array: {
      const items = elementList(source).map(compileExpression)
      return (document) => buildArray(items.map((item) => orNull(item(document))))
    }
    default:
      return () => source
  }
}

const orNull = (value: Value) => (value.type === T.missing ? NULL : value)

/** `{ $operator: operand }`. */
function compileOperator(source: Value): Expression {
  const [[name, operand] = ['', MISSING], ...others] = fieldList(source)
  if (!name.startsWith('$')) throw notImplemented('documents in expressions')
  if (others.length > 0)
    throw new StoreError(15983, 'an expression specification must contain exactly one field')
  const make = Object.hasOwn(EXPRESSIONS, name) ? EXPRESSIONS[name] : undefined
  if (!make) throw new StoreError(168, `Unrecognized expression '${name}'`)
  return make(operand, compileExpression)
}

function compilePath(text: string): Expression {
  if (text.startsWith('$$')) throw notImplemented(`the variable ${text}`)
  const parts = splitPath(text.slice(1))
  if (parts.some(({ name }) => name === '' || name.startsWith('$')))
    throw new StoreError(40353, "FieldPath must not end with a '.' or contain empty names or names with '$'.")
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
