import { compareAt, typeRank } from '../bson/compare.ts'
import { isNumberType, numberAt } from '../bson/number.ts'
import { eachElement, int32At, longAt, stringAt, T, type Value } from '../bson/value.ts'
import type { Comparison, DocumentTest, Filter, Pattern, Predicate, ValueTest } from './ast.ts'
import { anyValue } from './path.ts'

/** A test that reads the document's bytes directly: nothing is decoded but the fields that are asked for. */
export function compileFilter(filter: Filter): DocumentTest {
  switch (filter.kind) {
    case 'and':
      return all(filter.children.map(compileFilter))
    case 'or': {
      const tests = filter.children.map(compileFilter)
      return (buf, at) => tests.some((test) => test(buf, at))
    }
    case 'nor': {
      const tests = filter.children.map(compileFilter)
      return (buf, at) => !tests.some((test) => test(buf, at))
    }
    case 'not': {
      const test = compileFilter(filter.child)
      return (buf, at) => !test(buf, at)
    }
    case 'expression':
      return filter.test
    case 'never':
      return () => false
    case 'leaf': {
      const whole = filter.predicate.op === 'size' || filter.predicate.op.startsWith('elemMatch')
      return anyValue(filter.parts, compilePredicate(filter.predicate), whole)
    }
  }
}

function all(tests: readonly DocumentTest[]): DocumentTest {
  if (tests.length === 0) return () => true
  if (tests.length === 1) return tests[0]!
  return (buf, at) => {
    for (const test of tests) if (!test(buf, at)) return false
    return true
  }
}

/** The test for one value. */
export function compilePredicate(predicate: Predicate): ValueTest {
  switch (predicate.op) {
    case 'eq':
      return equals(predicate.value)
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return ordered(predicate.op, predicate.value)
    case 'in':
      return oneOf(predicate.values, predicate.patterns)
    case 'regex':
      return matches(predicate.pattern)
    case 'exists':
      return (type) => type !== T.missing
    case 'type':
      return (type) => predicate.types.has(type) || (predicate.number && isNumberType(type))
    case 'size':
      return (type, buf, at) => type === T.array && arrayLength(buf, at) === predicate.size
    case 'mod':
      return (type, buf, at) =>
        isNumberType(type) &&
        (type === T.long
          ? longAt(buf, at) % BigInt(predicate.divisor) === BigInt(predicate.remainder)
          : modMatches(numberAt(type, buf, at), predicate.divisor, predicate.remainder))
    case 'elemMatchObject': {
      const test = compileFilter(predicate.filter)
      return (type, buf, at) =>
        type === T.array &&
        eachElement(buf, at, (elementType, elementAt) => isContainer(elementType) && test(buf, elementAt))
    }
    case 'elemMatchValue': {
      const tests = predicate.predicates.map(({ predicate: inner, negated }) => ({
        test: compilePredicate(inner),
        negated,
      }))
      return (type, buf, at) =>
        type === T.array &&
        eachElement(buf, at, (elementType, elementAt) =>
          tests.every(({ test, negated }) => test(elementType, buf, elementAt) !== negated),
        )
    }
  }
}

const isContainer = (type: number) => type === T.object || type === T.array

function modMatches(value: number, divisor: number, remainder: number): boolean {
  if (!Number.isFinite(value)) return false
  return Math.trunc(value) % divisor === remainder
}

function arrayLength(buf: Buffer, at: number): number {
  let length = 0
  eachElement(buf, at, () => {
    length++
  })
  return length
}

/** Equality: null also takes missing; numbers are equal across their types. */
function equals(value: Value): ValueTest {
  const { type: wanted, buf: wantedBuf, at: wantedAt, end } = value
  if (wanted === T.null) return (type) => type === T.null || type === T.missing || type === T.undefined
  if (wanted === T.string || wanted === T.objectId) {
    const length = end - wantedAt
    return (type, buf, at) => {
      if (type !== wanted)
        return type === T.symbol && compareAt(type, buf, at, wanted, wantedBuf, wantedAt) === 0
      for (let i = 0; i < length; i++) if (buf[at + i] !== wantedBuf[wantedAt + i]) return false
      return true
    }
  }
  const rank = typeRank(wanted)
  return (type, buf, at) =>
    type !== T.missing &&
    typeRank(type) === rank &&
    compareAt(type, buf, at, wanted, wantedBuf, wantedAt) === 0
}

/** Range comparison stays inside the constant's type. */
function ordered(op: Comparison, value: Value): ValueTest {
  const { type: wanted, buf: wantedBuf, at: wantedAt } = value
  const orEqual = op === 'gte' || op === 'lte'
  if (wanted === T.null) return orEqual ? equals(value) : () => false
  const accept = (order: number) =>
    order === 0 ? orEqual : op === 'gt' || op === 'gte' ? order > 0 : order < 0
  const rank = typeRank(wanted)
  if (rank === 3) {
    const bound = numberAt(wanted, wantedBuf, wantedAt)
    if (Number.isNaN(bound)) return orEqual ? equals(value) : () => false
    return (type, buf, at) =>
      typeRank(type) === 3 &&
      !Number.isNaN(numberAt(type, buf, at)) &&
      accept(compareAt(type, buf, at, wanted, wantedBuf, wantedAt))
  }
  return (type, buf, at) =>
    typeRank(type) === rank &&
    type !== T.missing &&
    accept(compareAt(type, buf, at, wanted, wantedBuf, wantedAt))
}

/** $in: long lists of texts and ids are looked up by their bytes. */
function oneOf(values: readonly Value[], patterns: readonly Pattern[]): ValueTest {
  const plain = new Set<string>()
  const tests: ValueTest[] = patterns.map(matches)
  for (const value of values) {
    if (value.type === T.string || value.type === T.objectId) {
      plain.add(`${value.type}:${value.buf.toString('latin1', value.at, value.end)}`)
    } else tests.push(equals(value))
  }
  return (type, buf, at) => {
    if ((type === T.string || type === T.objectId) && plain.size > 0) {
      const end = type === T.objectId ? at + 12 : at + 4 + int32At(buf, at)
      if (plain.has(`${type}:${buf.toString('latin1', at, end)}`)) return true
    }
    return tests.some((test) => test(type, buf, at))
  }
}

/** A pattern matches texts, and an equal regular expression value. */
function matches(pattern: Pattern): ValueTest {
  const { test, source } = pattern
  return (type, buf, at) => {
    if (type === T.string || type === T.symbol) return test(stringAt(buf, at))
    return type === T.regex && compareAt(type, buf, at, T.regex, source.buf, source.at) === 0
  }
}
