import { objectId } from '../bson/make.ts'
import { typeName } from '../bson/type-names.ts'
import {
  documentValue,
  eachElement,
  eachField,
  fieldList,
  fieldValue,
  idOf,
  int32At,
  T,
  Value,
} from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { badValue, failedToParse, notImplemented, StoreError } from '../errors.ts'
import type { PathPart } from '../keys/index-keys.ts'
import { compareValues } from '../keys/key-writer.ts'
import { conjuncts, type Filter, type Leaf } from '../query/ast.ts'
import { compileElementTest, type ElemMatch } from '../query/match.ts'
import { isOperatorDocument } from '../query/parse.ts'
import { createMemo } from '../remembered.ts'
import { closeDocument, closeNode, type EditDocument, openDocument } from './editable-document.ts'
import { checkOperator, sameBytes, UPDATE_OPERATORS } from './operators.ts'
import { asArray, locate, memberOf, setMember } from './path-target.ts'

/** Path of an operator update, with its operator and operand. */
type Assignment = { operator: string; path: string; operand: Value }
/** Path in the order of application. Its operand is in the assignment with the index `source`. */
type Step = { operator: string; parts: string[]; positional: boolean; source: number }

const knownSteps = createMemo<readonly Step[]>()

/** Returns the checked steps of an update. */
function stepsOf(assignments: readonly Assignment[]): readonly Step[] {
  const key = assignments.map(({ operator, path }) => `${operator} ${path}\n`).join('')
  return knownSteps.get(key, () => {
    const steps = assignments
      .map(({ operator, path }, source) => readStep(operator, path, source))
      .sort(byPath)
    checkConflicts(steps)
    return steps
  })
}

function readStep(operator: string, path: string, source: number): Step {
  const parts = path.split('.')
  if (parts.includes(''))
    throw new StoreError(56, `The update path '${path}' contains an empty field name, which is not allowed.`)
  if (parts.some((part) => part.startsWith('$['))) throw notImplemented("'$[' in update paths")
  if (parts.filter((part) => part === '$').length > 1)
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`)
  if (parts[0] === '$')
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`)
  if (parts.some((part) => part.startsWith('$') && part !== '$'))
    throw new StoreError(
      52,
      `The dollar ($) prefixed field '${path}' is not allowed in the context of an update.`,
    )
  return { operator, parts, positional: parts.includes('$'), source }
}

/** Compares steps by path, because new fields are added in order of their names (numbers by size). */
function byPath(a: Step, b: Step): number {
  const length = Math.min(a.parts.length, b.parts.length)
  for (let i = 0; i < length; i++) {
    const x = a.parts[i]!
    const y = b.parts[i]!
    if (x === y) continue
    if (/^\d+$/.test(x) && /^\d+$/.test(y)) return Number(x) - Number(y)
    return x < y ? -1 : 1
  }
  return a.parts.length - b.parts.length
}

/** Refuses equal paths, and paths below another one. */
function checkConflicts(steps: readonly Step[]): void {
  const seen = new Set<string>()
  const holders = new Set<string>()
  for (const { parts } of steps) {
    const path = parts.join('.')
    const prefixes = parts.map((_, i) => parts.slice(0, i + 1).join('.'))
    const holder = prefixes.find((prefix) => seen.has(prefix)) ?? (holders.has(path) ? path : undefined)
    if (holder !== undefined)
      throw new StoreError(40, `Updating the path '${path}' would create a conflict at '${holder}'`)
    seen.add(path)
    for (const prefix of prefixes) holders.add(prefix)
  }
}

/** Replaces the `$` of a path such as `a.$.b` by the position of the element that the filter's $elemMatch found. */
function resolvePosition(
  root: EditDocument,
  before: Buffer,
  parts: readonly string[],
  filter: Filter,
): string[] {
  const at = parts.indexOf('$')
  const head = parts.slice(0, at)
  const test = compileElementTest(elemMatchOn(head.join('.'), before, filter))
  const place = locate(root, head, false)!
  const array = asArray(memberOf(place.container, place.name)!)!
  setMember(place, array)
  const index = array.items.findIndex((item) => {
    const { type, buf, at: valueAt } = closeNode(item)
    return test(type, buf, valueAt)
  })
  return [...head, String(index), ...parts.slice(at + 1)]
}

/** Returns the filter's $elemMatch on the array. Refuses several conditions on arrays, for which MongoDB may use the position in any. */
function elemMatchOn(path: string, before: Buffer, filter: Filter): ElemMatch {
  const onArrays = conjuncts(filter).filter(
    (part): part is Leaf => part.kind === 'leaf' && crossesArray(documentValue(before), part.parts),
  )
  const [leaf, ...others] = onArrays
  if (!leaf) throw badValue('The positional operator did not find the match needed from the query.')
  const { predicate } = leaf
  const isElemMatch = predicate.op === 'elemMatchObject' || predicate.op === 'elemMatchValue'
  if (!isElemMatch || leaf.path !== path || others.length > 0)
    throw notImplemented('the positional operator behind anything but one $elemMatch on the array')
  return predicate
}

function crossesArray(document: Value, parts: readonly PathPart[]): boolean {
  let value: Value | undefined = document
  for (const part of parts) {
    if (value?.type !== T.object) break
    value = fieldValue(value.buf, value.at, part.bytes)
  }
  return value?.type === T.array
}

/** A parsed update. `paths` are the paths that it can change; undefined for a replacement, which can change all. */
export type Update = {
  paths: readonly string[] | undefined
  isReplacement: boolean
  /** Returns the document after the update, whose `_id` may differ. `inserting` is true during an upsert's insert. */
  apply(before: Buffer, filter: Filter, inserting: boolean): Buffer
}

export function parseUpdate(update: Value): Update {
  if (update.type === T.array) throw notImplemented('updates by a pipeline')
  if (update.type !== T.object) throw failedToParse('Update argument must be either an object or an array')
  refusePatterns(update)
  return isOperatorDocument(update) ? operatorUpdate(update) : replacement(update)
}

/** Returns the document as stored: with an _id as its first member. */
export function storedDocument(document: Value): Buffer {
  const { buf, at } = document
  const id = idOf(buf, at)
  if (id) checkId(id)
  refusePatterns(document)
  const first = buf[at + 5] === 0x5f && buf[at + 6] === 0x69 && buf[at + 7] === 0x64 && buf[at + 8] === 0
  if (id && first) return buf.subarray(at, at + int32At(buf, at))
  const fields = fieldList(document).filter(([name]) => name !== '_id')
  return buildDocument([['_id', id ?? objectId()], ...fields]).buf
}

/** @throws StoreError 238 when a regular expression would be stored */
function refusePatterns({ buf, at }: Value): void {
  eachElement(buf, at, (type, elementAt, end) => {
    if (type === T.regex) throw notImplemented('values of type regex')
    if (type === T.object || type === T.array) refusePatterns(new Value(type, buf, elementAt, end))
  })
}

function operatorUpdate(update: Value): Update {
  const assignments: Assignment[] = []
  eachField(update.buf, update.at, (operator, operand) => {
    checkOperator(operator, operand)
    eachField(operand.buf, operand.at, (path, value) => {
      assignments.push({ operator, path, operand: value })
    })
  })
  const steps = stepsOf(assignments)
  const positional = steps.some((step) => step.positional)
  return {
    paths: steps.map(({ source }) => assignments[source]!.path),
    isReplacement: false,
    apply(before, filter, inserting) {
      const root = openDocument(documentValue(before))
      // Positions refer to the document before the first step.
      const resolved = positional ? resolveSteps(steps, root, before, filter) : steps
      for (const { operator, parts, source } of resolved)
        UPDATE_OPERATORS[operator]!(root, parts, assignments[source]!.operand, inserting)
      return closeDocument(root)
    },
  }
}

function resolveSteps(
  steps: readonly Step[],
  root: EditDocument,
  before: Buffer,
  filter: Filter,
): readonly Step[] {
  const resolved = steps.map((step) =>
    step.positional ? { ...step, parts: resolvePosition(root, before, step.parts, filter) } : step,
  )
  resolved.sort(byPath)
  checkConflicts(resolved)
  return resolved
}

/** @throws StoreError 66 when an update would change `_id` */
export function checkSameId(before: Buffer, after: Buffer): void {
  const old = idOf(before)
  const now = idOf(after)
  if (old && (!now || (!sameBytes(old, now) && compareValues(old, now) !== 0)))
    throw new StoreError(66, "Performing an update on the path '_id' would modify the immutable field '_id'")
}

function replacement(update: Value): Update {
  eachField(update.buf, update.at, (name) => {
    if (name.startsWith('$'))
      throw new StoreError(52, `The dollar ($) prefixed field '${name}' is not allowed in a replacement`)
  })
  const replacingId = idOf(update.buf, update.at)
  const fields = fieldList(update).filter(([name]) => name !== '_id')
  return {
    paths: undefined,
    isReplacement: true,
    apply(before) {
      const id = replacingId ?? idOf(before)
      return buildDocument(id ? [['_id', id], ...fields] : fields).buf
    },
  }
}

/** MongoDB refuses arrays and patterns as `_id`, and `$` names in it. */
function checkId(id: Value): void {
  if (id.type === T.array || id.type === T.regex)
    throw new StoreError(53, `The '_id' value cannot be of type ${typeName(id.type)}`)
  if (id.type !== T.object) return
  eachField(id.buf, id.at, (name) => {
    if (name.startsWith('$'))
      throw new StoreError(
        52,
        `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
      )
  })
}
