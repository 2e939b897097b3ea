import { fromJs } from '../bson/make.ts'
import { asString, documentValue, elementList, fieldList, T, Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import { compileProjection } from '../query/projection.ts'
import {
  closeDocument,
  EditArray,
  EditDocument,
  type EditNode,
  openDocument,
} from '../update/editable-document.ts'
import { asArray } from '../update/path-target.ts'
import { compileExpression } from './expression.ts'
import type { Expression } from './operator.ts'

/** Makes one document from one document. */
export type DocumentStage = (buf: Buffer) => Buffer
type Assignment = { parts: readonly string[]; expression: Expression }

/** The stages that work document by document, or undefined for others. */
export function documentStage(name: string, operand: Value): DocumentStage | undefined {
  switch (name) {
    case '$addFields':
    case '$set':
      if (operand.type !== T.object)
        throw new StoreError(40272, `${name} specification stage must be an object`)
      return addFields(readAssignments(operand, []))
    case '$project':
      if (operand.type !== T.object) throw new StoreError(15969, '$project specification must be an object')
      return compileProjection(operand, '$project')
    case '$unset':
      return unsetStage(operand)
    default:
      return undefined
  }
}

function unsetStage(operand: Value): DocumentStage | undefined {
  const names = (operand.type === T.array ? elementList(operand) : [operand]).map((item) => {
    if (item.type !== T.string)
      throw new StoreError(31120, '$unset specification must be a string or an array of strings')
    return asString(item)
  })
  if (names.length === 0) throw new StoreError(31119, '$unset specification must have at least one field')
  return compileProjection(fromJs(Object.fromEntries(names.map((name) => [name, 0]))), '$project')
}

/** Opens nested specification documents into dotted paths; operator documents stay expressions. */
function readAssignments(spec: Value, head: readonly string[]): Assignment[] {
  return fieldList(spec).flatMap(([name, value]): Assignment[] => {
    const parts = [...head, ...name.split('.')]
    if (parts.some((part) => part === '' || part.startsWith('$')))
      throw new StoreError(16410, `FieldPath field names may not start with '$' or be empty: '${name}'`)
    const [first] = value.type === T.object ? fieldList(value) : []
    const nested = first !== undefined && !first[0].startsWith('$')
    return nested ? readAssignments(value, parts) : [{ parts, expression: compileExpression(value) }]
  })
}

function addFields(list: readonly Assignment[]): DocumentStage {
  return (buf) => {
    const root = documentValue(buf)
    const document = openDocument(root)
    const values = list.map(({ expression }) => expression(root))
    list.forEach(({ parts }, i) => assignPath(document, parts, 0, values[i]!))
    return closeDocument(document)
  }
}

/** Sets a value at a path, in every element where arrays are on the way; missing takes the field away. */
function assignPath(node: EditDocument, parts: readonly string[], depth: number, value: Value): void {
  const name = parts[depth]!
  if (depth < parts.length - 1)
    node.fields.set(name, assignInside(node.fields.get(name), parts, depth + 1, value))
  else if (value.type === T.missing) node.fields.delete(name)
  else node.fields.set(name, value)
}

function assignInside(
  member: EditNode | undefined,
  parts: readonly string[],
  depth: number,
  value: Value,
): EditNode {
  const array = member && asArray(member)
  if (array) {
    const changed = new EditArray()
    for (const item of array.items) changed.items.push(assignInside(item, parts, depth, value))
    return changed
  }
  if (member instanceof EditDocument) {
    assignPath(member, parts, depth, value)
    return member
  }
  const document =
    member instanceof Value && member.type === T.object ? openDocument(member) : new EditDocument()
  assignPath(document, parts, depth, value)
  return document
}
