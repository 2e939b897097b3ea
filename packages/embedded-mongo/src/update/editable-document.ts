import { eachElement, eachNamed, nameAt, T, Value } from '../bson/value.ts'
import { Writer } from '../bson/writer.ts'

/** A document opened for editing: untouched members stay as slices of the original bytes. */
export class EditDocument {
  readonly fields = new Map<string, EditNode>()
}
export class EditArray {
  readonly items: EditNode[] = []
}
export type EditNode = Value | EditDocument | EditArray

/** An unchanged member of an opened document. It is copied with its type byte and name. */
class Member extends Value {
  readonly from: number
  constructor(buf: Buffer, from: number, at: number, end: number) {
    super(buf[from]!, buf, at, end)
    this.from = from
  }
}

export function openDocument({ buf, at }: Value): EditDocument {
  const document = new EditDocument()
  eachNamed(buf, at, (_type, from, nameEnd, end) => {
    document.fields.set(nameAt(buf, from + 1, nameEnd), new Member(buf, from, nameEnd + 1, end))
    return false
  })
  return document
}

export function openArray(value: Value): EditArray {
  const array = new EditArray()
  eachElement(value.buf, value.at, (type, at, end) => {
    array.items.push(new Value(type, value.buf, at, end))
  })
  return array
}

export const typeOf = (node: EditNode): number =>
  node instanceof EditDocument ? T.object : node instanceof EditArray ? T.array : node.type

function writeNode(writer: Writer, name: string, node: EditNode): void {
  if (node instanceof Member) return writer.raw(node.buf, node.from, node.end)
  if (node instanceof Value) return writer.value(name, node)
  const start = writer.openField(name, typeOf(node))
  writeMembers(writer, node)
  writer.close(start)
}

function writeMembers(writer: Writer, node: EditDocument | EditArray, firstId = false): void {
  if (node instanceof EditArray) {
    for (let i = 0; i < node.items.length; i++) writeNode(writer, String(i), node.items[i]!)
    return
  }
  for (const [name, member] of node.fields) if (!firstId || name !== '_id') writeNode(writer, name, member)
}

const shared = new Writer(64 * 1024)

/** The edited document as BSON, `_id` first. */
export function closeDocument(document: EditDocument): Buffer {
  shared.reset()
  const start = shared.open()
  const id = document.fields.get('_id')
  if (id) writeNode(shared, '_id', id)
  writeMembers(shared, document, true)
  shared.close(start)
  return shared.copy()
}

/** Returns the node as a separate value. */
export function closeNode(node: EditNode): Value {
  if (node instanceof Value) return node
  const writer = new Writer()
  const start = writer.open()
  writeMembers(writer, node)
  writer.close(start)
  const buf = writer.view()
  return new Value(typeOf(node), buf, 0, buf.length)
}
