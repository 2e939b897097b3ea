import { objectId } from '../bson/make.ts'
import { typeName } from '../bson/type-names.ts'
import { documentValue, eachElement, eachField, fieldList, idOf, int32At, T, Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { failedToParse, notImplemented, StoreError } from '../errors.ts'
import { compareValues } from '../keys/key-writer.ts'
import type { Filter } from '../query/ast.ts'
import { isOperatorDocument } from '../query/parse.ts'
import { closeDocument, type EditDocument, openDocument } from './editable-document.ts'
import { checkOperator, sameBytes, UPDATE_OPERATORS } from './operators.ts'
import { resolvePosition } from './positional.ts'
import { type Assignment, byPath, checkConflicts, type Step, stepsOf } from './update-paths.ts'

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
