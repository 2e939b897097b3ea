import { compileExpression } from '../aggregate/expression.ts'
import { EXPRESSIONS, type Expression } from '../aggregate/operators.ts'
import { isNumberType } from '../bson/number.ts'
import { documentValue, eachElement, eachField, fieldList, T, Value } from '../bson/value.ts'
import { Writer } from '../bson/writer.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { isTrue } from './parse.ts'

/** Names kept or left out; `true` is the whole field. */
type Tree = Map<string, Tree | true>
type Computed = { name: string; expression: Expression }
type Parsed = {
  included: string[][]
  excluded: string[][]
  computed: Computed[]
  id: boolean | undefined
}

export type Projector = (buf: Buffer) => Buffer

/** A projection as find and $project take it: fields in or fields out; $project also computes fields. */
export function compileProjection(spec: Value, stage: 'find' | '$project'): Projector | undefined {
  const parsed: Parsed = { included: [], excluded: [], computed: [], id: undefined }
  readSpec(spec, [], parsed, stage)
  if (fieldList(spec).length === 0) {
    if (stage === 'find') return undefined
    throw new StoreError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    )
  }
  const { included, excluded, computed, id } = parsed
  const including = included.length > 0 || computed.length > 0 || (id === true && excluded.length === 0)
  if (including && excluded.length > 0)
    throw new StoreError(31254, 'Cannot do exclusion on a field in inclusion projection')
  const tree = treeOf(including ? included : excluded)
  for (const { name } of computed)
    if (tree.has(name)) throw new StoreError(31249, `Path collision at ${name}`)
  if (including ? id !== false : id === false) tree.set('_id', true)
  return projector(tree, including, computed)
}

function readSpec(spec: Value, head: readonly string[], parsed: Parsed, stage: 'find' | '$project'): void {
  for (const [name, value] of fieldList(spec)) {
    const parts = [...head, ...name.split('.')]
    if (parts.includes('')) throw new StoreError(40352, 'FieldPath cannot be constructed with empty string')
    if (parts.some((part) => part.startsWith('$')))
      throw notImplemented(`the positional projection or '$' field '${name}'`)
    if (parts[0] === '_id' && parts.length > 1) throw notImplemented('projections of members of _id')
    const [first] = value.type === T.object ? fieldList(value) : []
    if (isNumberType(value.type) || value.type === T.bool) {
      if (parts[0] === '_id') parsed.id = isTrue(value)
      else (isTrue(value) ? parsed.included : parsed.excluded).push(parts)
    } else if (value.type === T.object && !first)
      throw new StoreError(51270, 'An empty sub-projection is not a valid value. Found empty object at path')
    else if (first && !first[0].startsWith('$')) readSpec(value, parts, parsed, stage)
    else readComputed(parts, value, first?.[0], parsed, stage)
  }
}

function readComputed(
  parts: readonly string[],
  value: Value,
  operator: string | undefined,
  parsed: Parsed,
  stage: 'find' | '$project',
): void {
  const [name, ...rest] = parts
  if (stage === 'find') throw notImplemented(`${operator ?? 'computed fields'} in the projection of a find`)
  if (operator !== undefined && !Object.hasOwn(EXPRESSIONS, operator))
    throw new StoreError(31325, `Invalid $project :: caused by :: Unknown expression ${operator}`)
  if (rest.length > 0 || name === '_id')
    throw notImplemented('computed members and a computed _id in $project')
  parsed.computed.push({ name: name!, expression: compileExpression(value) })
}

function treeOf(paths: readonly string[][]): Tree {
  const root: Tree = new Map()
  for (const parts of paths) {
    let tree = root
    parts.forEach((part, i) => {
      const present = tree.get(part)
      if (present === true || (i === parts.length - 1 && present))
        throw new StoreError(31250, `Path collision at ${parts.join('.')}`)
      if (i === parts.length - 1) {
        tree.set(part, true)
        return
      }
      const next: Tree = present ?? new Map()
      tree.set(part, next)
      tree = next
    })
  }
  return root
}

/** Writes fields in the order of the document, then computed ones in that of the projection. */
function projector(tree: Tree, including: boolean, computed: readonly Computed[]): Projector {
  return (buf) => {
    const writer = new Writer(512)
    const start = writer.open()
    writeMembers(writer, buf, 0, tree, including)
    for (const { name, expression } of computed) {
      const value = expression(documentValue(buf))
      if (value.type !== T.missing) writer.value(name, value)
    }
    writer.close(start)
    return writer.view()
  }
}

function writeMembers(writer: Writer, buf: Buffer, at: number, tree: Tree, including: boolean): void {
  let remaining = tree.size
  eachField(buf, at, (name, value) => {
    const branch = tree.get(name)
    if (branch === undefined) {
      if (!including) writer.value(name, value)
      return false
    }
    writeBranch(writer, name, value, branch, including)
    return --remaining === 0 && including
  })
}

/** Writes one field that the projection names, or members of it. */
function writeBranch(
  writer: Writer,
  name: string,
  value: Value,
  branch: Tree | true,
  including: boolean,
): void {
  const nested = branch !== true && (value.type === T.object || value.type === T.array)
  if (!nested) {
    // A field is taken or left out as a whole; what has no members has none to leave out.
    if ((branch === true) === including) writer.value(name, value)
    return
  }
  const start = writer.openField(name, value.type)
  if (value.type === T.object) writeMembers(writer, value.buf, value.at, branch, including)
  else {
    let index = 0
    eachElement(value.buf, value.at, (type, at, end) => {
      const isContainer = type === T.object || type === T.array
      if (including && !isContainer) return
      writeBranch(writer, String(index++), new Value(type, value.buf, at, end), branch, including)
    })
  }
  writer.close(start)
}
