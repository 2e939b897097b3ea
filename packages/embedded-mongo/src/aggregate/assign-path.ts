import { documentValue, fieldList, T, Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import {
  closeDocument,
  EditArray,
  EditDocument,
  type EditNode,
  openDocument,
} from '../update/editable-document.ts'
import { asArray } from '../update/path-target.ts'
import { compileExpression } from './expression.ts'
import type { Expression, Scope } from './operator.ts'

type Assignment = { parts: string[]; expression: Expression }

/** Sets a value at a path, in every element where arrays are on the way; missing takes the field away. */
export function assignPath(node: EditDocument, parts: readonly string[], depth: number, value: Value): void {
  const name = parts[depth]!
  if (depth === parts.length - 1) {
    if (value.type === T.missing) node.fields.delete(name)
    else node.fields.set(name, value)
    return
  }
  node.fields.set(name, assignInside(node.fields.get(name), parts, depth + 1, value))
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
  const document =
    member instanceof EditDocument
      ? member
      : member instanceof Value && member.type === T.object
        ? openDocument(member)
        : new EditDocument()
  assignPath(document, parts, depth, value)
  return document
}

/** Opens nested specification documents into dotted paths; operator documents stay expressions. */
export function assignments(spec: Value, stage: string): Assignment[] {
  if (spec.type !== T.object) throw new StoreError(40272, `${stage} specification stage must be an object`)
  return openSpec(spec, [], stage)
}

function openSpec(spec: Value, head: readonly string[], stage: string): Assignment[] {
  return fieldList(spec).flatMap(([name, value]): Assignment[] => {
    if (name === '' || name.startsWith('$')) {
      throw new StoreError(
        16410,
        `FieldPath field names may not start with '$' or be empty in ${stage}: '${name}'`,
      )
    }
    const parts = [...head, ...name.split('.')]
    const members = value.type === T.object ? fieldList(value) : []
    const nested = members.length > 0 && !members[0]![0].startsWith('$')
    return nested ? openSpec(value, parts, stage) : [{ parts, expression: compileExpression(value) }]
  })
}

/** A function that adds the computed fields to a document. */
export function fieldAdder(list: readonly Assignment[]): (buf: Buffer, vars: Scope['vars']) => Buffer {
  return (buf, vars) => {
    const root = documentValue(buf)
    const document = openDocument(root)
    const scope = { root, vars }
    const values = list.map(({ expression }) => expression(scope))
    list.forEach(({ parts }, i) => assignPath(document, parts, 0, values[i]!))
    return closeDocument(document)
  }
}
