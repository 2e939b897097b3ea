import { double, int, long, NULL } from '../bson/make.ts'
import { isNumberType, isWholeNumber, numberOf } from '../bson/number.ts'
import { detached, documentValue, fieldList, longAt, T, type Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { equalityKey } from '../keys/key-writer.ts'
import { compileExpression, type Expression } from './expression.ts'

/** Accumulates the values of one group. */
type Accumulator = { add(value: Value): void; result(): Value }

/**
 * Creates a sum in the widest type of the added numbers. A sum beyond the range of a long becomes a double. Whole numbers are
 * added exactly. Fractions are refused, because their sum depends on rounding.
 */
function sum(): Accumulator {
  let total = 0n
  let widest: number = T.int
  return {
    add(value) {
      if (!isNumberType(value.type)) return
      if (!isWholeNumber(value)) throw notImplemented('sums of anything but whole numbers')
      if (value.type === T.double || widest === T.int) widest = value.type
      total += value.type === T.long ? longAt(value.buf, value.at) : BigInt(numberOf(value))
    },
    result() {
      if (widest === T.double) return double(Number(total))
      if (widest === T.int && BigInt.asIntN(32, total) === total) return int(Number(total))
      return BigInt.asIntN(64, total) === total ? long(total) : double(Number(total))
    },
  }
}

/** Supported accumulators. */
export const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = { $sum: sum }

type Member = { name: string; create: () => Accumulator; expression: Expression }
type Group = { id: Value; accumulators: Accumulator[] }

/** Creates a $group stage over documents. An undefined document is a point to yield to other work. */
export function groupStage(
  spec: Value,
): (found: Iterable<Buffer | undefined>) => Generator<Buffer | undefined> {
  if (spec.type !== T.object) throw new StoreError(15947, "a group's fields must be specified in an object")
  const fields = fieldList(spec)
  const idSource = fields.find(([name]) => name === '_id')?.[1]
  if (!idSource) throw new StoreError(15955, 'a group specification must include an _id')
  const idOf = compileExpression(idSource)
  const members = fields.filter(([name]) => name !== '_id').map(([name, value]) => readMember(name, value))
  return function* (found) {
    const groups = new Map<string, Group>()
    for (const buf of found) {
      if (!buf) yield undefined
      else addDocument(groups, documentValue(buf))
    }
    for (const { id, accumulators } of groups.values()) {
      const results = members.map(({ name }, i) => [name, accumulators[i]!.result()] as const)
      yield buildDocument([['_id', id], ...results]).buf
    }
  }

  function addDocument(groups: Map<string, Group>, document: Value): void {
    const value = idOf(document)
    const id = value.type === T.missing ? NULL : value
    const key = equalityKey(id)
    let group = groups.get(key)
    if (!group) {
      group = { id: detached(id), accumulators: members.map(({ create }) => create()) }
      groups.set(key, group)
    }
    for (const [i, { expression }] of members.entries()) group.accumulators[i]!.add(expression(document))
  }
}

function readMember(name: string, value: Value): Member {
  if (name.includes('.')) throw new StoreError(40235, `The field name '${name}' cannot contain '.'`)
  if (name.startsWith('$')) throw new StoreError(40236, `The field name '${name}' cannot be an operator name`)
  if (value.type !== T.object)
    throw new StoreError(40234, `The field '${name}' must be an accumulator object`)
  const [first, ...others] = fieldList(value)
  if (!first || others.length > 0)
    throw new StoreError(40238, `The field '${name}' must specify one accumulator`)
  const [operator, operand] = first
  const create = Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined
  if (!create) throw new StoreError(15952, `unknown group operator '${operator}'`)
  return { name, create, expression: compileExpression(operand) }
}
