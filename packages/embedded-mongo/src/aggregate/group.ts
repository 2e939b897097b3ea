import { compareValues } from '../bson/compare.ts'
import { int, NULL } from '../bson/make.ts'
import { addNumbers, isNumberType, numberOf } from '../bson/number.ts'
import { detached, documentValue, eachElement, fieldList, T, Value } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { KeyWriter } from '../keys/key-writer.ts'
import { averageOf, sumOf } from './arithmetic.ts'
import { compileExpression } from './expression.ts'
import { mergeObjects } from './objects.ts'
import { type Expression, isNullish, type Scope } from './operator.ts'

/** Gathers the values of one group. */
type Accumulator = { add(value: Value): void; result(): Value }
type AccumulatorMaker = () => Accumulator

const LIMIT = 100 * 1024 * 1024

const keep = (value: Value) => (value.end - value.at < value.buf.length ? detached(value) : value)

function sum(): Accumulator {
  let exact = 0
  let plain = true
  let whole = true
  let total: Value = int(0)
  return {
    add(value) {
      if (!isNumberType(value.type)) return
      if (plain && (value.type === T.int || value.type === T.double)) {
        if (value.type === T.double) whole = false
        exact += numberOf(value)
        if (Number.isSafeInteger(exact) || !whole) return
      }
      if (plain) {
        plain = false
        total = settle(exact, whole)
        if (value.type === T.int || value.type === T.double) return
      }
      total = addNumbers(total, value) ?? sumOf([total, value])
    },
    result: () => (plain ? settle(exact, whole) : total),
  }
}

function settle(value: number, whole: boolean): Value {
  if (!whole) {
    const buf = Buffer.allocUnsafe(8)
    buf.writeDoubleLE(value)
    return new Value(T.double, buf, 0, 8)
  }
  return sumOf(Math.abs(value) <= 0x7fffffff ? [int(value)] : [longOf(value)])
}

function longOf(value: number): Value {
  const buf = Buffer.allocUnsafe(8)
  buf.writeBigInt64LE(BigInt(value))
  return new Value(T.long, buf, 0, 8)
}

function average(): Accumulator {
  const total = sum()
  let count = 0
  return {
    add(value) {
      if (!isNumberType(value.type)) return
      count++
      total.add(value)
    },
    result: () =>
      count === 0
        ? NULL
        : averageOf([total.result()]).type === T.double
          ? doubleOf(numberOf(total.result()) / count)
          : NULL,
  }
}

function doubleOf(value: number): Value {
  const buf = Buffer.allocUnsafe(8)
  buf.writeDoubleLE(value)
  return new Value(T.double, buf, 0, 8)
}

const extreme = (direction: 1 | -1) => (): Accumulator => {
  let best: Value | undefined
  return {
    add(value) {
      if (isNullish(value)) return
      if (!best || compareValues(value, best) * direction > 0) best = keep(value)
    },
    result: () => best ?? NULL,
  }
}

const end = (first: boolean) => (): Accumulator => {
  let held: Value | undefined
  return {
    add(value) {
      if (!held || !first) held = keep(value)
    },
    result: () => (held === undefined || held.type === T.missing ? NULL : held),
  }
}

const list = (distinct: boolean) => (): Accumulator => {
  const items: Value[] = []
  const seen = new Set<string>()
  const writer = new KeyWriter()
  let bytes = 0
  return {
    add(value) {
      if (value.type === T.missing) return
      if (distinct) {
        const key = groupKey(writer, value)
        if (seen.has(key)) return
        seen.add(key)
      }
      items.push(keep(value))
      bytes += value.end - value.at
      if (bytes > LIMIT)
        throw new StoreError(146, '$push used too much memory and the embedded store does not spill to disk')
    },
    result: () => buildArray(items),
  }
}

const merging = (): Accumulator => {
  let merged = buildDocument([])
  return {
    add(value) {
      merged = mergeObjects([merged, value])
    },
    result: () => merged,
  }
}

const ACCUMULATORS: Record<string, AccumulatorMaker> = {
  $sum: sum,
  $avg: average,
  $min: extreme(-1),
  $max: extreme(1),
  $first: end(true),
  $last: end(false),
  $push: list(false),
  $addToSet: list(true),
  $mergeObjects: merging,
}

/** A value as text by which equal values are equal (1 and 1.0 too). */
export function groupKey(writer: KeyWriter, value: Value): string {
  if (value.type === T.missing) return 'missing'
  // No encoded key begins with this letter: ranks are multiples of eight.
  if (value.type === T.string) return `s${value.buf.toString('latin1', value.at, value.end)}`
  writer.reset()
  writer.sortComponent(value.type, value.buf, value.at, false)
  return writer.view().toString('latin1')
}

type Group = { id: Value; accumulators: Accumulator[] }

/** A $group stage: `add` documents, then read the groups. */
export class Grouping {
  private readonly idOf: Expression
  private readonly members: { name: string; make: AccumulatorMaker; expression: Expression }[] = []
  private readonly groups = new Map<string, Group>()
  private readonly writer = new KeyWriter()

  constructor(spec: Value) {
    const fields = spec.type === T.object ? fieldList(spec) : []
    const id = fields.find(([name]) => name === '_id')?.[1]
    if (!id) throw new StoreError(15955, 'a group specification must include an _id')
    this.idOf = compileExpression(id)
    for (const [name, value] of fields) if (name !== '_id') this.members.push(member(name, value))
  }

  add(buf: Buffer, vars: Scope['vars']): void {
    const scope = { root: documentValue(buf), vars }
    const found = this.idOf(scope)
    const id = found.type === T.missing ? NULL : found
    const key = groupKey(this.writer, id)
    let group = this.groups.get(key)
    if (!group) {
      group = { id: keep(id), accumulators: this.members.map(({ make }) => make()) }
      this.groups.set(key, group)
    }
    for (let i = 0; i < this.members.length; i++)
      group.accumulators[i]!.add(this.members[i]!.expression(scope))
  }

  *result(): Generator<Buffer> {
    for (const { id, accumulators } of this.groups.values()) {
      const fields: [string, Value][] = [['_id', id]]
      this.members.forEach(({ name }, i) => fields.push([name, accumulators[i]!.result()]))
      yield buildDocument(fields).buf
    }
  }
}

function member(name: string, value: Value) {
  if (name.includes('.')) throw new StoreError(40235, `The field name '${name}' cannot contain '.'`)
  const parts = value.type === T.object ? fieldList(value) : []
  const [first] = parts
  if (!first || parts.length !== 1)
    throw new StoreError(40234, `The field '${name}' must be an accumulator object`)
  const [operator, operand] = first
  if (operator === '$count') {
    let empty = operand.type === T.object
    if (empty)
      eachElement(operand.buf, operand.at, () => {
        empty = false
      })
    if (!empty) throw new StoreError(9, '$count takes no arguments, i.e. $count:{}')
    return { name, make: sum, expression: () => int(1) }
  }
  const make = Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined
  if (!make) throw new StoreError(15952, `unknown group operator '${operator}'`)
  return { name, make, expression: compileExpression(operand) }
}
