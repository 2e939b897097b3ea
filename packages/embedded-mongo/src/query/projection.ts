import { assignPath } from '../aggregate/assign-path.ts'
import { compileExpression } from '../aggregate/expression.ts'
import type { Expression, Scope } from '../aggregate/operator.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { asBool, documentValue, eachElement, eachField, fieldList, T, Value } from '../bson/value.ts'
import { Writer } from '../bson/writer.ts'
import { badValue, notImplemented, StoreError } from '../errors.ts'
import { closeDocument, openDocument } from '../update/editable-document.ts'

/** Names kept or left out; `true` is the whole field. */
type Tree = Map<string, Tree | true>
type Computed = { parts: string[]; expression: Expression }

type Parsed = {
  included: string[][]
  excluded: string[][]
  computed: Computed[]
  id: boolean | undefined
}

export type Projector = (buf: Buffer, vars?: Scope['vars']) => Buffer

/** A projection as find and $project take it: fields in, fields out, computed fields. */
export function compileProjection(spec: Value, stage: 'find' | '$project'): Projector | undefined {
  const parsed: Parsed = { included: [], excluded: [], computed: [], id: undefined }
  readSpec(spec, [], parsed, stage)
  const { included, excluded, computed, id } = parsed
  if (fieldList(spec).length === 0) {
    if (stage === '$project')
      throw new StoreError(
        51272,
        'Invalid $project :: caused by :: projection specification must have at least one field',
      )
    return undefined
  }
  const including = included.length > 0 || computed.length > 0 || (id === true && excluded.length === 0)
  if (including && excluded.length > 0) {
    throw new StoreError(31254, 'Cannot do exclusion on a field in inclusion projection')
  }
  const select = including ? inclusion(included, id !== false) : exclusion(excluded, id === false)
  return (buf, vars = {}) => {
    const result = select(buf)
    return computed.length === 0 ? result : addComputed(result, buf, computed, vars)
  }
}

function readSpec(spec: Value, head: readonly string[], parsed: Parsed, stage: string): void {
  for (const [name, value] of fieldList(spec)) {
    if (name === '') throw new StoreError(40352, 'FieldPath cannot be constructed with empty string')
    if (name.startsWith('$') || /\.\$/.test(name)) {
      throw badValue(
        `The positional projection or '$' field '${name}' is not carried out by the embedded store`,
      )
    }
    const parts = [...head, ...name.split('.')]
    if (parts[0] === '_id' && parts.length > 1) throw notImplemented('projections of members of _id')
    if (isNumberType(value.type) || value.type === T.bool) {
      const keep = value.type === T.bool ? asBool(value) : numberOf(value) !== 0
      if (parts.length === 1 && parts[0] === '_id') parsed.id = keep
      else (keep ? parsed.included : parsed.excluded).push(parts)
    } else readComputed(parts, value, parsed, stage)
  }
}

function readComputed(parts: string[], value: Value, parsed: Parsed, stage: string): void {
  const [first] = value.type === T.object ? fieldList(value) : []
  if (stage === 'find' && (first?.[0] === '$elemMatch' || first?.[0] === '$slice'))
    throw notImplemented(`${first[0]} projections`)
  if (first && !first[0].startsWith('$')) readSpec(value, parts, parsed, stage)
  else if (first?.[0] === '$meta')
    throw badValue('$meta projections are not carried out by the embedded store')
  else parsed.computed.push({ parts, expression: compileExpression(value) })
}

function treeOf(paths: readonly string[][]): Tree {
  const root: Tree = new Map()
  for (const parts of paths) {
    let tree = root
    parts.forEach((part, i) => {
      const present = tree.get(part)
      if (present === true || (i === parts.length - 1 && present)) {
        throw new StoreError(31250, `Path collision at ${parts.join('.')}`)
      }
      if (i === parts.length - 1) tree.set(part, true)
      else {
        const next = present ?? (new Map() as Tree)
        tree.set(part, next)
        tree = next
      }
    })
  }
  return root
}

function inclusion(paths: readonly string[][], withId: boolean): (buf: Buffer) => Buffer {
  const tree = treeOf(paths)
  if (withId) tree.set('_id', true)
  return (buf) => {
    const writer = new Writer(512)
    const start = writer.open()
    includeMembers(writer, buf, 0, tree)
    writer.close(start)
    return writer.bytes()
  }
}

function includeMembers(writer: Writer, buf: Buffer, at: number, tree: Tree): void {
  let remaining = tree.size
  eachField(buf, at, (name, value) => {
    const wanted = tree.get(name)
    if (wanted === undefined) return false
    if (wanted === true) writer.value(name, value)
    else includeNested(writer, name, value, wanted)
    return --remaining === 0
  })
}

function includeNested(writer: Writer, name: string, value: Value, tree: Tree): void {
  if (value.type !== T.object && value.type !== T.array) return
  const start = writer.openField(name, value.type)
  if (value.type === T.object) includeMembers(writer, value.buf, value.at, tree)
  else {
    let index = 0
    eachElement(value.buf, value.at, (type, at, end) => {
      if (type === T.object || type === T.array)
        includeNested(writer, String(index++), new Value(type, value.buf, at, end), tree)
    })
  }
  writer.close(start)
}

function exclusion(paths: readonly string[][], withoutId: boolean): (buf: Buffer) => Buffer {
  const tree = treeOf(paths)
  if (withoutId) tree.set('_id', true)
  return (buf) => {
    const writer = new Writer(buf.length)
    const start = writer.open()
    excludeMembers(writer, buf, 0, tree)
    writer.close(start)
    return writer.bytes()
  }
}

function excludeMembers(writer: Writer, buf: Buffer, at: number, tree: Tree): void {
  eachField(buf, at, (name, value) => {
    const unwanted = tree.get(name)
    if (unwanted === true) return
    if (unwanted === undefined || (value.type !== T.object && value.type !== T.array))
      writer.value(name, value)
    else excludeNested(writer, name, value, unwanted)
  })
}

function excludeNested(writer: Writer, name: string, value: Value, tree: Tree): void {
  const start = writer.openField(name, value.type)
  if (value.type === T.object) excludeMembers(writer, value.buf, value.at, tree)
  else {
    let index = 0
    eachElement(value.buf, value.at, (type, at, end) => {
      const item = new Value(type, value.buf, at, end)
      if (type === T.object || type === T.array) excludeNested(writer, String(index++), item, tree)
      else writer.value(String(index++), item)
    })
  }
  writer.close(start)
}

function addComputed(
  result: Buffer,
  source: Buffer,
  computed: readonly Computed[],
  vars: Scope['vars'],
): Buffer {
  const document = openDocument(documentValue(result))
  const scope = { root: documentValue(source), vars }
  for (const { parts, expression } of computed) {
    const value = expression(scope)
    if (value.type !== T.missing) assignPath(document, parts, 0, value)
  }
  return closeDocument(document)
}
