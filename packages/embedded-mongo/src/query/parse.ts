import { compileExpression, truthy } from '../aggregate/expression.ts'
import type { Scope } from '../aggregate/operator.ts'
import { MISSING } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import {
  asBool,
  asString,
  documentValue,
  eachField,
  elementList,
  fieldList,
  T,
  type Value,
} from '../bson/value.ts'
import { badValue, notImplemented, StoreError } from '../errors.ts'
import { splitPath } from '../keys/index-keys.ts'
import type { Comparison, Filter, Leaf, Pattern, Predicate } from './ast.ts'
import { compilePattern, patternFromText } from './regex.ts'
import { typeSet } from './type-names.ts'

/** Parses a filter document; operators that are not carried out are refused by name. */
export function parseFilter(filter: Value, vars: Scope['vars'] = {}): Filter {
  const children: Filter[] = []
  eachField(filter.buf, filter.at, (name, value) => {
    children.push(...(name.startsWith('$') ? topLevel(name, value, vars) : fieldCondition(name, value)))
  })
  return children.length === 1 ? children[0]! : { kind: 'and', children }
}

function topLevel(name: string, value: Value, vars: Scope['vars']): Filter[] {
  switch (name) {
    case '$and':
    case '$or':
    case '$nor':
      return [{ kind: name.slice(1) as 'and' | 'or' | 'nor', children: clauses(name, value, vars) }]
    case '$expr': {
      const expression = compileExpression(value)
      return [
        { kind: 'expression', test: (buf, at) => truthy(expression({ root: documentValue(buf, at), vars })) },
      ]
    }
    case '$comment':
      return []
    default:
      throw badValue(`unknown top level operator: ${name}. The embedded store does not carry it out`)
  }
}

function clauses(name: string, value: Value, vars: Scope['vars']): Filter[] {
  const list = value.type === T.array ? elementList(value) : []
  if (list.length === 0) throw badValue(`${name} must be a nonempty array`)
  return list.map((clause) => {
    if (clause.type !== T.object) throw badValue(`${name} argument's entries must be objects`)
    return parseFilter(clause, vars)
  })
}

/** Whether a value is an operator document: its first field name begins with `$`. */
function isOperators(value: Value): boolean {
  return value.type === T.object && value.buf[value.at + 4] !== 0 && value.buf[value.at + 5] === 0x24
}

function fieldCondition(path: string, value: Value): Filter[] {
  if (path.includes('\0')) throw badValue('field names cannot contain NUL')
  if (value.type === T.regex) return [leaf(path, { op: 'regex', pattern: compilePattern(value) })]
  if (!isOperators(value)) return [leaf(path, { op: 'eq', value })]
  return operators(path, value)
}

const leaf = (path: string, predicate: Predicate): Leaf => ({
  kind: 'leaf',
  path,
  parts: splitPath(path),
  predicate,
})
const not = (child: Filter): Filter => ({ kind: 'not', child })

function operators(path: string, value: Value): Filter[] {
  const fields = fieldList(value)
  const options = fields.find(([name]) => name === '$options')?.[1]
  return fields.flatMap(([name, operand]) => {
    if (name === '$options') {
      if (!fields.some(([other]) => other === '$regex')) throw badValue('$options needs a $regex')
      return []
    }
    return operator(path, name, operand, options)
  })
}

function operator(path: string, name: string, operand: Value, options: Value | undefined): Filter[] {
  switch (name) {
    case '$eq':
      return [leaf(path, { op: 'eq', value: operand })]
    case '$ne':
      if (operand.type === T.regex) throw badValue("Can't have regex as arg to $ne.")
      return [not(leaf(path, { op: 'eq', value: operand }))]
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (operand.type === T.regex)
        throw badValue(`Can't have RegEx as arg to predicate over field '${path}'.`)
      if (operand.type === T.minKey || operand.type === T.maxKey)
        throw notImplemented('comparisons with MinKey and MaxKey')
      return [leaf(path, { op: name.slice(1) as Comparison, value: operand })]
    case '$in':
      return [leaf(path, membership(name, operand))]
    case '$nin':
      return [not(leaf(path, membership(name, operand)))]
    case '$not':
      return [not(negated(path, operand))]
    case '$exists':
      return [isTrue(operand) ? leaf(path, { op: 'exists' }) : not(leaf(path, { op: 'exists' }))]
    case '$regex':
      return [leaf(path, { op: 'regex', pattern: regexOperand(operand, options) })]
    case '$all':
      return allOf(path, operand)
    case '$elemMatch':
      return [leaf(path, elemMatch(operand))]
    default:
      return [leaf(path, scalarPredicate(name, operand))]
  }
}

function scalarPredicate(name: string, operand: Value): Predicate {
  switch (name) {
    case '$size': {
      const size = isNumberType(operand.type) ? numberOf(operand) : Number.NaN
      if (!Number.isInteger(size)) throw new StoreError(9, `Failed to parse $size. Expected an integer`)
      if (size < 0) throw badValue('$size may not be negative')
      return { op: 'size', size }
    }
    case '$type':
      return { op: 'type', ...typeSet(operand) }
    case '$mod': {
      const [divisor, remainder, ...rest] = operand.type === T.array ? elementList(operand) : []
      if (!divisor || !remainder || rest.length > 0)
        throw badValue('malformed mod, needs to be an array of two')
      if (!isNumberType(divisor.type) || Math.trunc(numberOf(divisor)) === 0)
        throw badValue('divisor cannot be 0')
      if (![divisor, remainder].every((value) => Number.isSafeInteger(Math.trunc(numberOf(value)))))
        throw notImplemented('$mod by numbers beyond 2^53')
      return { op: 'mod', divisor: Math.trunc(numberOf(divisor)), remainder: Math.trunc(numberOf(remainder)) }
    }
    default:
      throw badValue(`unknown operator: ${name}`)
  }
}

export const isTrue = (value: Value) =>
  value.type === T.bool
    ? asBool(value)
    : isNumberType(value.type)
      ? numberOf(value) !== 0
      : value.type !== T.null && value.type !== T.undefined

function membership(name: string, operand: Value): Predicate {
  if (operand.type !== T.array) throw badValue(`${name} needs an array`)
  const values: Value[] = []
  const patterns: Pattern[] = []
  for (const value of elementList(operand)) {
    if (value.type === T.regex) patterns.push(compilePattern(value))
    else if (isOperators(value)) throw badValue(`cannot nest $ under ${name}`)
    else values.push(value)
  }
  return { op: 'in', values, patterns }
}

function negated(path: string, operand: Value): Filter {
  if (operand.type === T.regex) return leaf(path, { op: 'regex', pattern: compilePattern(operand) })
  if (operand.type !== T.object) throw badValue('$not needs a regex or a document')
  const children = isOperators(operand) ? operators(path, operand) : []
  if (children.length === 0) throw badValue('$not needs a document of operators')
  return { kind: 'and', children }
}

function regexOperand(operand: Value, options: Value | undefined): Pattern {
  const flags = options === undefined ? '' : options.type === T.string ? asString(options) : undefined
  if (flags === undefined) throw badValue('$options has to be a string')
  if (operand.type === T.string) return patternFromText(asString(operand), flags)
  if (operand.type !== T.regex) throw badValue('$regex has to be a string')
  const pattern = compilePattern(operand)
  if (options === undefined) return pattern
  if (pattern.flags !== '') throw new StoreError(51075, 'options set in both $regex and $options')
  return patternFromText(pattern.text, flags)
}

function allOf(path: string, operand: Value): Filter[] {
  if (operand.type !== T.array) throw badValue('$all needs an array')
  const items = elementList(operand)
  if (items.length === 0) return [{ kind: 'never' }]
  return items.map((item) => {
    if (item.type === T.regex) return leaf(path, { op: 'regex', pattern: compilePattern(item) })
    if (!isOperators(item)) return leaf(path, { op: 'eq', value: item })
    const [[name, inner] = ['', MISSING]] = fieldList(item)
    if (name !== '$elemMatch') throw badValue('no $ expressions in $all')
    return leaf(path, elemMatch(inner))
  })
}

const LOGICAL = new Set(['$and', '$or', '$nor', '$expr'])

function elemMatch(operand: Value): Predicate {
  if (operand.type !== T.object) throw badValue('$elemMatch needs an Object')
  const [first] = fieldList(operand)
  const byValue = first?.[0].startsWith('$') && !LOGICAL.has(first[0])
  if (!byValue) return { op: 'elemMatchObject', filter: parseFilter(operand) }
  return { op: 'elemMatchValue', predicates: operators('', operand).map(valuePredicate) }
}

function valuePredicate(filter: Filter): { predicate: Predicate; negated: boolean } {
  if (filter.kind === 'leaf') return { predicate: filter.predicate, negated: false }
  const inner = filter.kind === 'not' ? filter.child : undefined
  if (inner?.kind === 'leaf') return { predicate: inner.predicate, negated: true }
  const [only, ...rest] = inner?.kind === 'and' ? inner.children : []
  if (only?.kind === 'leaf' && rest.length === 0) return { predicate: only.predicate, negated: true }
  throw badValue(`$elemMatch on values cannot carry out ${filter.kind}`)
}
