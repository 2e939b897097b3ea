import { compareValues } from '../bson/compare.ts'
import { bool, emptyArray, int, MISSING, NULL } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { asBool, asString, elementList, fieldList, T, type Value } from '../bson/value.ts'
import { buildArray } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { parseSort, sortKeyMaker } from '../query/sort.ts'
import { typeName } from '../query/type-names.ts'
import {
  isNullish,
  named,
  type OperatorMaker,
  type OperatorTable,
  positional,
  positionalOrNull,
} from './operator.ts'

function items(name: string, value: Value): Value[] {
  if (value.type !== T.array)
    throw new StoreError(28689, `${name} requires an array argument, found: ${typeName(value.type)}`)
  return elementList(value)
}

function whole(name: string, value: Value): number {
  const number = isNumberType(value.type) ? numberOf(value) : Number.NaN
  if (!Number.isInteger(number)) throw new StoreError(28691, `${name} requires an integral argument`)
  return number
}

const holds = (value: Value) =>
  value.type === T.bool ? asBool(value) : isNumberType(value.type) ? numberOf(value) !== 0 : !isNullish(value)

const contains = (list: readonly Value[], value: Value) =>
  list.some((other) => compareValues(other, value) === 0)

function distinct(list: readonly Value[]): Value[] {
  const kept: Value[] = []
  for (const value of [...list].sort(compareValues)) {
    const last = kept[kept.length - 1]
    if (!last || compareValues(last, value) !== 0) kept.push(value)
  }
  return kept
}

function slice([list, from, count]: Value[]): Value {
  const values = items('$slice', list!)
  const first = whole('$slice', from!)
  if (!count) return buildArray(first < 0 ? values.slice(first) : values.slice(0, first))
  const length = whole('$slice', count)
  if (length <= 0) throw new StoreError(28729, 'Third argument to $slice must be positive')
  const start = first < 0 ? Math.max(0, values.length + first) : first
  return buildArray(values.slice(start, start + length))
}

/** $filter and $map: an expression evaluated with each element as a variable. */
function perElement(
  body: string,
  run: (list: Value[], answers: (value: Value) => Value, limit?: number) => Value,
): OperatorMaker {
  return (operand, compile, name) => {
    const fields = new Map(operand.type === T.object ? fieldList(operand) : [])
    const input = fields.get('input')
    const source = fields.get(body)
    if (!input || !source) throw new StoreError(28648, `Missing parameter to ${name}`)
    const list = compile(input)
    const inner = compile(source)
    const as = fields.get('as')
    const variable = as ? asString(as) : 'this'
    const limit = fields.get('limit')
    const limited = limit ? compile(limit) : undefined
    return (scope) => {
      const value = list(scope)
      if (isNullish(value)) return NULL
      const most = limited?.(scope)
      return run(
        items(name, value),
        (item) => inner({ root: scope.root, vars: { ...scope.vars, [variable]: item } }),
        most && !isNullish(most) ? numberOf(most) : undefined,
      )
    }
  }
}

const reduce: OperatorMaker = (operand, compile) => {
  const fields = new Map(operand.type === T.object ? fieldList(operand) : [])
  const [input, initial, inner] = ['input', 'initialValue', 'in'].map((name) => {
    const value = fields.get(name)
    if (!value) throw new StoreError(40079, `$reduce requires '${name}' to be specified`)
    return compile(value)
  })
  return (scope) => {
    const list = input!(scope)
    if (isNullish(list)) return NULL
    return items('$reduce', list).reduce(
      (value, item) => inner!({ root: scope.root, vars: { ...scope.vars, value, this: item } }),
      initial!(scope),
    )
  }
}

const indexOf = positional(2, 4, ([list, value, from, to]) => {
  if (isNullish(list!)) return NULL
  const values = items('$indexOfArray', list!).slice(0, to ? whole('$indexOfArray', to) : undefined)
  const start = from ? whole('$indexOfArray', from) : 0
  return int(values.findIndex((other, index) => index >= start && compareValues(other, value!) === 0))
})

const sortArray = named(['input', 'sortBy'], [], ({ input, sortBy }) => {
  if (isNullish(input!)) return NULL
  const list = items('$sortArray', input!)
  if (isNumberType(sortBy!.type))
    return buildArray(list.sort((a, b) => compareValues(a, b) * numberOf(sortBy!)))
  const keyOf = sortKeyMaker(parseSort(sortBy))
  const empty = Buffer.from([5, 0, 0, 0, 0])
  const keyed = list.map((item) => ({
    item,
    key: keyOf(item.type === T.object ? item.buf.subarray(item.at, item.end) : empty),
  }))
  return buildArray(keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ item }) => item))
})

function at(list: Value, index: number): Value {
  const values = items('$arrayElemAt', list)
  return values[index < 0 ? values.length + index : index] ?? MISSING
}

/** $first and $last of an array. */
const end = (position: number): OperatorMaker =>
  positional(1, 1, ([list]) => (isNullish(list!) ? NULL : at(list!, position)))

export const arrayOperators: OperatorTable = {
  $size: positional(1, 1, ([list]) => {
    if (list!.type !== T.array)
      throw new StoreError(
        17124,
        `The argument to $size must be an array, but was of type: ${typeName(list!.type)}`,
      )
    return int(elementList(list!).length)
  }),
  $isArray: positional(1, 1, ([value]) => bool(value!.type === T.array)),
  $arrayElemAt: positionalOrNull(2, 2, ([list, index]) => at(list!, whole('$arrayElemAt', index!))),
  $first: end(0),
  $last: end(-1),
  $in: positional(2, 2, ([value, list]) => {
    if (list!.type !== T.array)
      throw new StoreError(
        40081,
        `$in requires an array as a second argument, found: ${typeName(list!.type)}`,
      )
    return bool(contains(elementList(list!), value!))
  }),
  $slice: positionalOrNull(2, 3, slice),
  $concatArrays: positionalOrNull(0, 1000, (lists) =>
    buildArray(lists.flatMap((list) => items('$concatArrays', list))),
  ),
  $reverseArray: positionalOrNull(1, 1, ([list]) => buildArray(items('$reverseArray', list!).reverse())),
  $range: positional(2, 3, ([from, to, step]) => {
    const by = step ? whole('$range', step) : 1
    if (by === 0) throw new StoreError(34449, '$range requires a non-zero step value')
    const numbers: Value[] = []
    const last = whole('$range', to!)
    for (let i = whole('$range', from!); by > 0 ? i < last : i > last; i += by) numbers.push(int(i))
    return buildArray(numbers)
  }),
  $filter: perElement('cond', (list, answer, limit) => {
    const kept: Value[] = []
    for (const item of list) {
      if (limit !== undefined && kept.length >= limit) break
      if (holds(answer(item))) kept.push(item)
    }
    return kept.length === 0 ? emptyArray : buildArray(kept)
  }),
  $map: perElement('in', (list, answer) =>
    buildArray(
      list.map((item) => {
        const value = answer(item)
        return value.type === T.missing ? NULL : value
      }),
    ),
  ),
  $reduce: reduce,
  $indexOfArray: indexOf,
  $sortArray: sortArray,
  $setUnion: positionalOrNull(0, 1000, (lists) =>
    buildArray(distinct(lists.flatMap((list) => items('$setUnion', list)))),
  ),
  $setIntersection: positionalOrNull(0, 1000, (lists) => {
    const [first = [], ...rest] = lists.map((list) => items('$setIntersection', list))
    return buildArray(distinct(first.filter((value) => rest.every((other) => contains(other, value)))))
  }),
  $setDifference: positionalOrNull(2, 2, ([a, b]) => {
    const unwanted = items('$setDifference', b!)
    const kept: Value[] = []
    for (const value of items('$setDifference', a!))
      if (!contains(unwanted, value) && !contains(kept, value)) kept.push(value)
    return buildArray(kept)
  }),
  $setIsSubset: positional(2, 2, ([a, b]) => {
    const all = items('$setIsSubset', b!)
    return bool(items('$setIsSubset', a!).every((value) => contains(all, value)))
  }),
  $setEquals: positional(2, 1000, (lists) => {
    const [first, ...rest] = lists.map((list) => buildArray(distinct(items('$setEquals', list))))
    return bool(rest.every((other) => compareValues(first!, other) === 0))
  }),
  $anyElementTrue: positional(1, 1, ([list]) => bool(items('$anyElementTrue', list!).some(holds))),
  $allElementsTrue: positional(1, 1, ([list]) => bool(items('$allElementsTrue', list!).every(holds))),
}
