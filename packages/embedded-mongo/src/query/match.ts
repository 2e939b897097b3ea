import { isNumberType, numberAt, numberOf } from '../bson/number.ts'
import { eachElement, int32At, longNumberAt, stringAt, T, type Value } from '../bson/value.ts'
import { encodeWhole, KeyWriter, rankByte } from '../keys/key-writer.ts'
import type { Comparison, DocumentTest, Filter, Predicate, ValueTest } from './ast.ts'
import { anyValue } from './path.ts'

/** Compiles a filter to a test on a document's bytes. The test decodes only the fields that the filter names. */
export function compileFilter(filter: Filter): DocumentTest {
  switch (filter.kind) {
    case 'and':
      return conjunctionTest(filter.children.map(compileFilter))
    case 'or': {
      const tests = filter.children.map(compileFilter)
      return (buf, at) => tests.some((test) => test(buf, at))
    }
    case 'not': {
      const test = compileFilter(filter.child)
      return (buf, at) => !test(buf, at)
    }
    case 'never':
      return () => false
    case 'leaf': {
      const wholeArrays = filter.predicate.op.startsWith('elemMatch')
      return anyValue(filter.parts, compilePredicate(filter.predicate), wholeArrays)
    }
  }
}

function conjunctionTest(tests: readonly DocumentTest[]): DocumentTest {
  if (tests.length === 0) return () => true
  if (tests.length === 1) return tests[0]!
  return (buf, at) => {
    for (const test of tests) if (!test(buf, at)) return false
    return true
  }
}

/** Compiles the test of one value. */
function compilePredicate(predicate: Predicate): ValueTest {
  switch (predicate.op) {
    case 'eq':
      return equalityTest(predicate.value)
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return comparisonTest(predicate.op, predicate.value)
    case 'in':
      return membershipTest(predicate.values)
    case 'pattern': {
      const { pattern } = predicate
      return (type, buf, at) => type === T.string && pattern(stringAt(buf, at))
    }
    case 'exists':
      return (type) => type !== T.missing
    case 'elemMatchObject':
    case 'elemMatchValue': {
      const test = compileElementTest(predicate)
      return (type, buf, at) =>
        type === T.array &&
        eachElement(buf, at, (elementType, elementAt) => test(elementType, buf, elementAt))
    }
  }
}

export type ElemMatch = Extract<Predicate, { op: 'elemMatchObject' | 'elemMatchValue' }>

/** Compiles an $elemMatch to a test of one element. */
export function compileElementTest(elemMatch: ElemMatch): ValueTest {
  if (elemMatch.op === 'elemMatchObject') {
    const test = compileFilter(elemMatch.filter)
    return (type, buf, at) => (type === T.object || type === T.array) && test(buf, at)
  }
  const tests = elemMatch.predicates.map(compilePredicate)
  return (type, buf, at) => tests.every((test) => test(type, buf, at))
}

/** Tests equality. Null also matches missing values, and numbers are equal across types. */
function equalityTest(value: Value): ValueTest {
  const { type: wanted, buf: wantedBuf, at: wantedAt, end } = value
  if (wanted === T.null) return (type) => type === T.null || type === T.missing
  if (wanted === T.string || wanted === T.objectId) {
    const length = end - wantedAt
    return (type, buf, at) => {
      if (type !== wanted) return false
      for (let i = 0; i < length; i++) if (buf[at + i] !== wantedBuf[wantedAt + i]) return false
      return true
    }
  }
  const compare = comparisonWith(value)
  return (type, buf, at) => compare(type, buf, at) === 0
}

const scratch = new KeyWriter()

/** Returns an int, double or date as an exact number, and NaN for all other values. */
function plainNumber(type: number, buf: Buffer, at: number): number {
  if (type === T.int || type === T.double) return numberAt(type, buf, at)
  const milliseconds = type === T.date ? longNumberAt(buf, at) : Number.NaN
  return Number.isSafeInteger(milliseconds) ? milliseconds : Number.NaN
}

/** Compares a value with the given one; undefined for missing values and values of another type. */
function comparisonWith(value: Value) {
  let bound: Buffer | undefined
  const plainBound = plainNumber(value.type, value.buf, value.at)
  const rank = rankByte(value.type)
  return (type: number, buf: Buffer, at: number): number | undefined => {
    if (type === T.missing || rankByte(type) !== rank) return undefined
    const plain = plainNumber(type, buf, at)
    if (plain < plainBound) return -1
    if (plain > plainBound) return 1
    if (plain === plainBound) return 0
    bound ??= encodeWhole(value.type, value.buf, value.at)
    scratch.reset()
    scratch.sortComponent(type, buf, at, false)
    return scratch.compare(bound)
  }
}

/** Tests a range inside the constant's type. No value is above or below NaN. */
function comparisonTest(op: Comparison, value: Value): ValueTest {
  const orEqual = op === 'gte' || op === 'lte'
  const isNumber = isNumberType(value.type)
  if (value.type === T.null || (isNumber && Number.isNaN(numberOf(value))))
    return orEqual ? equalityTest(value) : () => false
  const compare = comparisonWith(value)
  const direction = op === 'gt' || op === 'gte' ? 1 : -1
  return (type, buf, at) => {
    const order = compare(type, buf, at)
    if (order === undefined || (isNumber && Number.isNaN(numberAt(type, buf, at)))) return false
    return order === 0 ? orEqual : order * direction > 0
  }
}

/** Tests $in. Values are looked up by their bytes in long lists of texts and ids. */
function membershipTest(values: readonly Value[]): ValueTest {
  const plain = new Set<string>()
  const tests: ValueTest[] = []
  for (const value of values) {
    if (value.type === T.string || value.type === T.objectId) {
      plain.add(`${value.type}:${value.buf.toString('latin1', value.at, value.end)}`)
    } else tests.push(equalityTest(value))
  }
  return (type, buf, at) => {
    if ((type === T.string || type === T.objectId) && plain.size > 0) {
      const end = type === T.objectId ? at + 12 : at + 4 + int32At(buf, at)
      if (plain.has(`${type}:${buf.toString('latin1', at, end)}`)) return true
    }
    return tests.some((test) => test(type, buf, at))
  }
}
