import { compileExpression, EXPRESSIONS, type Expression } from '../aggregate/expression.ts'
import { isNumberType } from '../bson/number.ts'
import { documentValue, eachElement, eachNamed, fieldList, T, Value } from '../bson/value.ts'
import { Writer } from '../bson/writer.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { isTrue } from './parse.ts'

/** A field that is kept or left out, as a whole or in part. Names are compared as stored bytes, without decoding. */
type Node = { name: Buffer; members: Node[] | undefined }
type Computed = { name: string; expression: Expression }

/** Projects a document to some of its fields. */
export type Projector = (buf: Buffer) => Buffer

/** A projection as find and $project take it: fields in or fields out; $project also computes fields. */
export function compileProjection(spec: Value, stage: 'find' | '$project'): Projector {
  const included: Node[] = []
  const excluded: Node[] = []
  const computed: Computed[] = []
  let id: boolean | undefined
  const members = fieldList(spec)
  for (const [name, value] of members) {
    const parts = pathParts(name)
    const isFlag = isNumberType(value.type) || value.type === T.bool
    if (!isFlag) computed.push(readComputed(name, value, stage))
    else if (name === '_id') id = isTrue(value)
    else addPath(isTrue(value) ? included : excluded, parts)
  }
  if (members.length === 0 && stage === '$project')
    throw new StoreError(51272, 'Invalid $project :: projection specification must have at least one field')
  const including = included.length > 0 || computed.length > 0 || (id === true && excluded.length === 0)
  if (including && excluded.length > 0)
    throw new StoreError(31254, 'Cannot do exclusion on a field in inclusion projection')
  const nodes = including ? included : excluded
  for (const { name } of computed)
    if (nodeOf(nodes, name)) throw new StoreError(31249, `Path collision at ${name}`)
  if (including ? id !== false : id === false) nodes.push({ name: Buffer.from('_id'), members: undefined })
  return projector(nodes, including, computed)
}

function pathParts(path: string): string[] {
  const parts = path.split('.')
  if (parts.includes('')) throw new StoreError(40352, 'FieldPath cannot be constructed with empty string')
  if (parts.some((part) => part.startsWith('$')))
    throw notImplemented(`the positional projection or '$' field '${path}'`)
  if (parts[0] === '_id' && parts.length > 1) throw notImplemented('projections of members of _id')
  return parts
}

function readComputed(name: string, value: Value, stage: 'find' | '$project'): Computed {
  const operator = value.type === T.object ? fieldList(value)[0]?.[0] : undefined
  if (stage === 'find') throw notImplemented(`${operator ?? 'computed fields'} in the projection of a find`)
  if (operator?.startsWith('$') && !Object.hasOwn(EXPRESSIONS, operator))
    throw new StoreError(31325, `Invalid $project :: caused by :: Unknown expression ${operator}`)
  if (name.includes('.') || name === '_id')
    throw notImplemented('computed members and a computed _id in $project')
  return { name, expression: compileExpression(value) }
}

const nodeOf = (nodes: readonly Node[], name: string) => nodes.find((node) => node.name.toString() === name)

function addPath(root: Node[], parts: readonly string[]): void {
  let nodes = root
  for (const [depth, part] of parts.entries()) {
    const present = nodeOf(nodes, part)
    const isLast = depth === parts.length - 1
    if (present && (isLast || !present.members))
      throw new StoreError(31250, `Path collision at ${parts.join('.')}`)
    const members = present?.members ?? []
    if (!present) nodes.push({ name: Buffer.from(part), members: isLast ? undefined : members })
    nodes = members
  }
}

/** Writes fields in the document's order, then computed fields in the projection's order. */
function projector(nodes: readonly Node[], including: boolean, computed: readonly Computed[]): Projector {
  return (buf) => {
    const writer = new Writer(512)
    const start = writer.open()
    writeMembers(writer, { buf, at: 0 }, nodes, including)
    for (const { name, expression } of computed) {
      const value = expression(documentValue(buf))
      if (value.type !== T.missing) writer.value(name, value)
    }
    writer.close(start)
    return writer.view()
  }
}

function writeMembers(
  writer: Writer,
  { buf, at: docAt }: { buf: Buffer; at: number },
  nodes: readonly Node[],
  including: boolean,
): void {
  let remaining = nodes.length
  eachNamed(buf, docAt, (type, el, nameEnd, end) => {
    const node = nodes.find(({ name }) => hasName(buf, el + 1, nameEnd, name))
    if (node === undefined) {
      if (!including) writer.raw(buf, el, end)
      return false
    }
    const { members } = node
    if (members === undefined || !isContainer(type)) {
      if (isTaken(members, including)) writer.raw(buf, el, end)
    } else {
      writer.raw(buf, el, nameEnd + 1)
      writeContainer(writer, new Value(type, buf, nameEnd + 1, end), members, including)
    }
    return --remaining === 0 && including
  })
}

const isContainer = (type: number): boolean => type === T.object || type === T.array

/** Returns true if a field is copied as a whole: an included field, or a value without the members to exclude. */
const isTaken = (members: readonly Node[] | undefined, including: boolean): boolean =>
  (members === undefined) === including

function hasName(buf: Buffer, at: number, end: number, name: Buffer): boolean {
  if (end - at !== name.length) return false
  for (let i = 0; i < name.length; i++) if (buf[at + i] !== name[i]) return false
  return true
}

/** Writes the named members of a document, or of each document of an array. */
function writeContainer(writer: Writer, value: Value, members: readonly Node[], including: boolean): void {
  const start = writer.open()
  if (value.type === T.object) writeMembers(writer, value, members, including)
  else {
    let index = 0
    eachElement(value.buf, value.at, (type, at, end) => {
      if (isContainer(type)) {
        writer.element(type, String(index++))
        writeContainer(writer, new Value(type, value.buf, at, end), members, including)
      } else if (!including) writer.value(String(index++), new Value(type, value.buf, at, end))
    })
  }
  writer.close(start)
}
