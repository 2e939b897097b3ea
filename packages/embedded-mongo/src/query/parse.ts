import { isNumberType, numberOf } from '../bson/number.ts'
import { asBool, eachField, elementList, fieldList, T, type Value } from '../bson/value.ts'
import { badValue, notImplemented } from '../errors.ts'
import { splitPath } from '../keys/index-keys.ts'
import type { Comparison, Filter, Leaf, Predicate } from './ast.ts'
import { patternOf } from './pattern.ts'

/** Parses a filter document; unsupported operators are refused by name. */
export function parseFilter(filter: Value): Filter {
  const children: Filter[] = []
  eachField(filter.buf, filter.at, (name, value) => {
    children.push(...(name.startsWith('$') ? parseTopLevel(name, value) : parseField(name, value)))
  })
  return children.length === 1 ? children[0]! : { kind: 'and', children }
}

function parseTopLevel(name: string, value: Value): Filter[] {
  if (name === '$and' || name === '$or')
    return [{ kind: name === '$and' ? 'and' : 'or', children: parseClauses(name, value) }]
  throw badValue(`unknown top level operator: ${name}. The embedded store does not carry it out`)
}

function parseClauses(name: string, value: Value): Filter[] {
  const list = value.type === T.array ? elementList(value) : []
  if (list.length === 0) throw badValue(`${name} must be a nonempty array`)
  return list.map((clause) => {
    if (clause.type !== T.object) throw badValue(`${name} argument's entries must be objects`)
    return parseFilter(clause)
  })
}

/** Reports if a value is an operator document: its first field name begins with `$`. */
export function isOperatorDocument(value: Value): boolean {
  return value.type === T.object && value.buf[value.at + 4] !== 0 && value.buf[value.at + 5] === 0x24
}

function parseField(path: string, value: Value): Filter[] {
  if (value.type === T.regex) return [leaf(path, { op: 'pattern', pattern: patternOf(value) })]
  if (!isOperatorDocument(value)) return [leaf(path, { op: 'eq', value })]
  return parseOperators(path, value)
}

const leaf = (path: string, predicate: Predicate): Leaf => ({
  kind: 'leaf',
  path,
  parts: splitPath(path),
  predicate,
})
const not = (child: Filter): Filter => ({ kind: 'not', child })

function parseOperators(path: string, value: Value): Filter[] {
  return fieldList(value).flatMap(([name, operand]) => parseOperator(path, name, operand))
}

function parseOperator(path: string, name: string, operand: Value): Filter[] {
  // Patterns are never stored, so no value can equal one or sort before or after it.
  if (operand.type === T.regex && name !== '$regex' && name !== '$not')
    throw notImplemented(`${name} with a regular expression`)
  switch (name) {
    case '$eq':
      return [leaf(path, { op: 'eq', value: operand })]
    case '$ne':
      return [not(leaf(path, { op: 'eq', value: operand }))]
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return [leaf(path, { op: name.slice(1) as Comparison, value: operand })]
    case '$in':
      return [leaf(path, membership(name, operand))]
    case '$nin':
      return [not(leaf(path, membership(name, operand)))]
    case '$not':
      return [not(parseNegated(path, operand))]
    case '$exists':
      return [isTrue(operand) ? leaf(path, { op: 'exists' }) : not(leaf(path, { op: 'exists' }))]
    case '$regex':
      if (operand.type !== T.regex && operand.type !== T.string) throw badValue('$regex has to be a string')
      return [leaf(path, { op: 'pattern', pattern: patternOf(operand) })]
    case '$all':
      return parseAll(path, operand)
    case '$elemMatch':
      return [leaf(path, elemMatch(operand))]
    default:
      throw badValue(`unknown operator: ${name}`)
  }
}

/** Reports if a member of a command counts as true. */
export const isTrue = (value: Value) =>
  value.type === T.bool
    ? asBool(value)
    : isNumberType(value.type)
      ? numberOf(value) !== 0
      : value.type !== T.null

function membership(name: string, operand: Value): Predicate {
  if (operand.type !== T.array) throw badValue(`${name} needs an array`)
  const values = elementList(operand)
  if (values.some((value) => value.type === T.regex)) throw notImplemented(`${name} with regular expressions`)
  if (values.some(isOperatorDocument)) throw badValue(`cannot nest $ under ${name}`)
  return { op: 'in', values }
}

function parseNegated(path: string, operand: Value): Filter {
  if (operand.type === T.regex) return leaf(path, { op: 'pattern', pattern: patternOf(operand) })
  if (operand.type !== T.object) throw badValue('$not needs a regex or a document')
  const children = isOperatorDocument(operand) ? parseOperators(path, operand) : []
  if (children.length === 0) throw badValue('$not needs a document of operators')
  return { kind: 'and', children }
}

function parseAll(path: string, operand: Value): Filter[] {
  if (operand.type !== T.array) throw badValue('$all needs an array')
  const items = elementList(operand)
  if (items.length === 0) return [{ kind: 'never' }]
  return items.map((item) => {
    if (item.type === T.regex || isOperatorDocument(item))
      throw notImplemented('$all with anything but values')
    return leaf(path, { op: 'eq', value: item })
  })
}

const LOGICAL = new Set(['$and', '$or'])

function elemMatch(operand: Value): Predicate {
  if (operand.type !== T.object) throw badValue('$elemMatch needs an Object')
  const [first] = fieldList(operand)
  const byValue = first?.[0].startsWith('$') && !LOGICAL.has(first[0])
  if (!byValue) return { op: 'elemMatchObject', filter: parseFilter(operand) }
  return { op: 'elemMatchValue', predicates: parseOperators('', operand).map(predicateOf) }
}

function predicateOf(filter: Filter): Predicate {
  if (filter.kind === 'leaf') return filter.predicate
  throw notImplemented('$elemMatch on values with such operators')
}
