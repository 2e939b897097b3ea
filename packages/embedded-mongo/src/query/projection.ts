import { assignPath } from '../aggregate/assign-path.ts'
import { compileExpression } from '../aggregate/expression.ts'
import type { Expression, Scope } from '../aggregate/operator.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import {
  asBool,
  documentValue,
  eachElement,
  eachField,
  elementList,
  fieldList,
  fieldValue,
  T,
  Value,
} from '../bson/value.ts'
import { buildArray, buildDocument, Writer } from '../bson/writer.ts'
import { badValue, StoreError } from '../errors.ts'
import { closeDocument, openDocument } from '../update/editable-document.ts'
import { compileFilter } from './match.ts'
import { parseFilter } from './parse.ts'

/** Names kept or left out; `true` is the whole field. */
type Tree = Map<string, Tree | true>
type Computed = { parts: string[]; expression: Expression }
type Slice = { path: string[]; from: number; count: number | undefined }
type ElementPick = { name: string; test: (buf: Buffer, at: number) => boolean }

type Parsed = {
  included: string[][]
  excluded: string[][]
  computed: Computed[]
  slices: Slice[]
  picks: ElementPick[]
  id: boolean | undefined
}

export type Projector = (buf: Buffer, vars?: Scope['vars']) => Buffer

/** A projection as find and $project take it: fields in, fields out, computed fields, $slice, $elemMatch. */
export function compileProjection(spec: Value, stage: 'find' | '$project'): Projector | undefined {
  const parsed: Parsed = { included: [], excluded: [], computed: [], slices: [], picks: [], id: undefined }
  readSpec(spec, [], parsed, stage)
  const { included, excluded, computed, slices, picks, id } = parsed
  if (fieldList(spec).length === 0) {
    if (stage === '$project')
      throw new StoreError(
        51272,
        'Invalid $project :: caused by :: projection specification must have at least one field',
      )
    return undefined
  }
  const including =
    included.length > 0 ||
    computed.length > 0 ||
    (id === true && excluded.length === 0 && slices.length === 0) ||
    (picks.length > 0 && excluded.length === 0)
  if (including && excluded.length > 0) {
    throw new StoreError(31254, 'Cannot do exclusion on a field in inclusion projection')
  }
  const select = including ? inclusion(included, picks, id !== false) : exclusion(excluded, id === false)
  return (buf, vars = {}) => {
    let result = select(buf)
    if (picks.length > 0) result = pickElements(result, buf, picks)
    for (const slice of slices) result = sliceArray(result, slice)
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
    if (isNumberType(value.type) || value.type === T.bool) {
      const keep = value.type === T.bool ? asBool(value) : numberOf(value) !== 0
      if (parts.length === 1 && parts[0] === '_id') parsed.id = keep
      else (keep ? parsed.included : parsed.excluded).push(parts)
    } else readComputed(name, parts, value, parsed, stage)
  }
}

function readComputed(name: string, parts: string[], value: Value, parsed: Parsed, stage: string): void {
  const [first] = value.type === T.object ? fieldList(value) : []
  if (stage === 'find' && first?.[0] === '$elemMatch') {
    parsed.picks.push({ name, test: compileFilter(parseFilter(buildDocument([['v', value]]))) })
  } else if (stage === 'find' && first?.[0] === '$slice' && !isExpressionSlice(first[1])) {
    parsed.slices.push({ path: parts, ...sliceBounds(first[1]) })
  } else if (first && !first[0].startsWith('$')) readSpec(value, parts, parsed, stage)
  else if (first?.[0] === '$meta')
    throw badValue('$meta projections are not carried out by the embedded store')
  else parsed.computed.push({ parts, expression: compileExpression(value) })
}

const isExpressionSlice = (value: Value) =>
  value.type === T.array && elementList(value).some((item) => !isNumberType(item.type))

function sliceBounds(value: Value): { from: number; count: number | undefined } {
  const numbers = (value.type === T.array ? elementList(value) : [value]).map((item) =>
    isNumberType(item.type) ? Math.trunc(numberOf(item)) : Number.NaN,
  )
  if (numbers.some(Number.isNaN) || numbers.length === 0 || numbers.length > 2)
    throw new StoreError(28667, 'Invalid $slice syntax')
  const [first = 0, count] = numbers
  if (count !== undefined) {
    if (count <= 0) throw new StoreError(28724, '$slice limit must be positive')
    return { from: first, count }
  }
  return first < 0 ? { from: first, count: undefined } : { from: 0, count: first }
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

function inclusion(
  paths: readonly string[][],
  picks: readonly ElementPick[],
  withId: boolean,
): (buf: Buffer) => Buffer {
  const tree = treeOf(paths)
  if (withId) tree.set('_id', true)
  for (const { name } of picks) tree.set(name, true)
  return (buf) => {
    const writer = new Writer(512)
    const start = writer.open()
    includeMembers(writer, buf, 0, tree)
    writer.close(start)
    return writer.bytes()
  }
}

function includeMembers(writer: Writer, buf: Buffer, at: number, tree: Tree): void {
  let left = tree.size
  eachField(buf, at, (name, value) => {
    const wanted = tree.get(name)
    if (wanted === undefined) return false
    if (wanted === true) writer.value(name, value)
    else includeNested(writer, name, value, wanted)
    return --left === 0
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

/** $elemMatch: the first matching element only, or no field at all. */
function pickElements(result: Buffer, source: Buffer, picks: readonly ElementPick[]): Buffer {
  const document = openDocument(documentValue(result))
  for (const { name, test } of picks) {
    const array = fieldValue(source, 0, Buffer.from(name))
    document.fields.delete(name)
    if (array?.type !== T.array) continue
    const match = elementList(array).find((item) => test(buildDocument([['v', buildArray([item])]]).buf, 0))
    if (match) document.fields.set(name, buildArray([match]))
  }
  return closeDocument(document)
}

function sliceArray(buf: Buffer, slice: Slice): Buffer {
  const document = openDocument(documentValue(buf))
  const [name = '', ...rest] = slice.path
  const member = document.fields.get(name)
  if (!(member instanceof Value)) return buf
  if (rest.length > 0) {
    if (member.type !== T.object) return buf
    const inner = sliceArray(Buffer.from(member.buf.subarray(member.at, member.end)), {
      ...slice,
      path: rest,
    })
    document.fields.set(name, documentValue(inner))
    return closeDocument(document)
  }
  if (member.type !== T.array) return buf
  const items = elementList(member)
  const from = slice.from < 0 ? Math.max(0, items.length + slice.from) : slice.from
  document.fields.set(
    name,
    buildArray(items.slice(from, slice.count === undefined ? undefined : from + slice.count)),
  )
  return closeDocument(document)
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
