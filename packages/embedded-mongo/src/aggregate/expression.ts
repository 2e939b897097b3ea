import { int, MISSING } from '../bson/make.ts'
import { asString, eachElement, elementList, fieldList, fieldValue, T, Value } from '../bson/value.ts'
import { buildArray } from '../bson/writer.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { type PathPart, splitPath } from '../keys/index-keys.ts'
import { equalityKey } from '../keys/key-writer.ts'

/** A compiled expression, evaluated for a document; a missing value (type 0) means no value. */
export type Expression = (document: Value) => Value

/** Supported expression operators. Each compiles its operand. */
export const EXPRESSIONS: Readonly<Record<string, (operand: Value) => Expression>> = {
  $indexOfArray: indexOfArray,
}

/** Compiles an aggregation expression; unsupported operators are refused by name (168). */
export function compileExpression(source: Value): Expression {
  if (source.type === T.object) return compileOperator(source)
  if (source.type === T.array) throw notImplemented('lists in expressions')
  return isPath(source) ? compilePath(asString(source)) : () => source
}

const isPath = (source: Value): boolean => source.type === T.string && asString(source).startsWith('$')

/** `{ $operator: operand }`. */
function compileOperator(source: Value): Expression {
  const [[name, operand] = ['', MISSING], ...others] = fieldList(source)
  if (!name.startsWith('$')) throw notImplemented('documents in expressions')
  if (others.length > 0)
    throw new StoreError(15983, 'an expression specification must contain exactly one field')
  const make = Object.hasOwn(EXPRESSIONS, name) ? EXPRESSIONS[name] : undefined
  if (!make) throw new StoreError(168, `Unrecognized expression '${name}'`)
  return make(operand)
}

/** `[constants, expression]`: the first position of a value among constants; -1 if it is missing there. */
function indexOfArray(operand: Value): Expression {
  const [list, wanted, ...others] = operand.type === T.array ? elementList(operand) : []
  if (!list || !wanted || others.length > 0)
    throw new StoreError(16020, 'Expression $indexOfArray takes exactly 2 arguments.')
  const constants = list.type === T.array ? elementList(list) : [list]
  if (list.type !== T.array || constants.some((item) => item.type === T.object || isPath(item)))
    throw notImplemented('$indexOfArray in anything but a list of constants')
  const positions = new Map<string, number>()
  for (const [at, item] of constants.entries()) {
    const key = equalityKey(item)
    if (!positions.has(key)) positions.set(key, at)
  }
  const value = compileExpression(wanted)
  return (document) => int(positions.get(equalityKey(value(document))) ?? -1)
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
