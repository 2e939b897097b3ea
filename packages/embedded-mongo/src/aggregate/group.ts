import { NULL } from '../bson/make.ts'
import { documentValue, fieldList, T, type Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { ACCUMULATORS, type Accumulator, detachedFromDocument, equalityKey } from './accumulators.ts'
import { compileExpression } from './expression.ts'
import type { Expression } from './operators.ts'

type Member = { name: string; create: () => Accumulator; expression: Expression }
type Group = { id: Value; accumulators: Accumulator[] }

/** A $group stage: `add` documents, then read the groups. */
export class Grouping {
  private readonly idOf: Expression
  private readonly members: Member[]
  private readonly groups = new Map<string, Group>()

  constructor(spec: Value) {
    if (spec.type !== T.object) throw new StoreError(15947, "a group's fields must be specified in an object")
    const fields = fieldList(spec)
    const id = fields.find(([name]) => name === '_id')?.[1]
    if (!id) throw new StoreError(15955, 'a group specification must include an _id')
    this.idOf = compileExpression(id)
    this.members = fields.filter(([name]) => name !== '_id').map(([name, value]) => readMember(name, value))
  }

  add(buf: Buffer): void {
    const document = documentValue(buf)
    const value = this.idOf(document)
    const id = value.type === T.missing ? NULL : value
    const key = equalityKey(id)
    let group = this.groups.get(key)
    if (!group) {
      group = { id: detachedFromDocument(id), accumulators: this.members.map(({ create }) => create()) }
      this.groups.set(key, group)
    }
    for (let i = 0; i < this.members.length; i++)
      group.accumulators[i]!.add(this.members[i]!.expression(document))
  }

  *result(): Generator<Buffer> {
    for (const { id, accumulators } of this.groups.values()) {
      const fields: [string, Value][] = [['_id', id]]
      this.members.forEach(({ name }, i) => fields.push([name, accumulators[i]!.result()]))
      yield buildDocument(fields).buf
    }
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
