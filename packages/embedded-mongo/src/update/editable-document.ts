import { eachElement, eachField, T, Value } from '../bson/value.ts'
import { Writer } from '../bson/writer.ts'

/** A document opened for editing: untouched members stay as slices of the original bytes. */
export class EditDocument {
  readonly fields = new Map<string, EditNode>()
}
export class EditArray {
  readonly items: EditNode[] = []
}
export type EditNode = Value | EditDocument | EditArray

export function openDocument(value: Value): EditDocument {
  const document = new EditDocument()
  eachField(value.buf, value.at, (name, member) => {
    document.fields.set(name, member)
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
  if (node instanceof Value) {
    writer.value(name, node)
    return
  }
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

/** The node as a value of its own. */
export function closeNode(node: EditNode): Value {
  if (node instanceof Value) return node
  const writer = new Writer()
  const start = writer.open()
  writeMembers(writer, node)
  writer.close(start)
  const buf = writer.view()
  return new Value(typeOf(node), buf, 0, buf.length)
}
