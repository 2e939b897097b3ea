import { runDocumentStages } from '../aggregate/document-stages.ts'
import { compareValues } from '../bson/compare.ts'
import {
  asString,
  documentValue,
  eachElement,
  eachField,
  elementList,
  fieldList,
  fieldValue,
  T,
  type Value,
} from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { badValue, failedToParse, StoreError } from '../errors.ts'
import type { DocumentTest, Filter } from '../query/ast.ts'
import { compileFilter } from '../query/match.ts'
import { parseFilter } from '../query/parse.ts'
import { closeDocument, openDocument } from './edit.ts'
import { applyOperator, checkModifier, type Occasion } from './operators.ts'
import { expandPath, hasPlaceholder } from './positional.ts'

/** One path of an operator update, without its operand. */
type Step = { operator: string; parts: string[]; open: boolean; source: number }
/** What updates of the same operators and paths share: checked, and in the order of application. */
type Shape = { steps: readonly Step[]; paths: readonly string[] }
type Assigned = { operator: string; path: string; operand: Value }

/** A parsed update. `paths`: what it can touch, undefined when that is anything (replacement, pipeline). */
export type Update = {
  paths: readonly string[] | undefined
  isReplacement: boolean
  apply(before: Buffer, occasion: Occasion, filter: Filter): Buffer
}

const ID = Buffer.from('_id')

export function parseUpdate(update: Value, arrayFilters: Value | undefined): Update {
  if (update.type === T.array) return pipelineUpdate(elementList(update))
  if (update.type !== T.object) throw failedToParse('Update argument must be either an object or an array')
  const isOperators = update.buf[update.at + 4] !== 0 && update.buf[update.at + 5] === 0x24
  return isOperators ? operatorUpdate(update, arrayFilters) : replacement(update)
}

const MOST_SHAPES = 1000
const shapes = new Map<string, Shape>()

function operatorUpdate(update: Value, arrayFilters: Value | undefined): Update {
  const assigned: Assigned[] = []
  let key = ''
  eachField(update.buf, update.at, (operator, operand) => {
    checkModifier(operator, operand)
    eachField(operand.buf, operand.at, (path, value) => {
      assigned.push({ operator, path, operand: value })
      key += operator === '$rename' ? `${operator} ${path} ${renameTarget(value)}\n` : `${operator} ${path}\n`
    })
  })
  const { steps, paths } = shapes.get(key) ?? newShape(key, assigned)
  const filters = parseArrayFilters(arrayFilters)
  return {
    paths,
    isReplacement: false,
    apply(before, occasion, filter) {
      const root = openDocument(documentValue(before))
      for (const { operator, parts, open, source } of steps) {
        const { operand } = assigned[source]!
        if (!open) applyOperator(operator, root, parts, operand, occasion)
        else {
          for (const path of expandPath(root, parts, filter, filters)) {
            applyOperator(operator, root, path, operand, occasion)
          }
        }
      }
      const after = closeDocument(root)
      if (!occasion.inserting) checkSameId(before, after)
      return after
    },
  }
}

function newShape(key: string, assigned: readonly Assigned[]): Shape {
  const steps = assigned.map(({ operator, path }, source) => makeStep(operator, path, source))
  steps.sort(byPath)
  const paths = steps.flatMap(({ source }) => touched(assigned[source]!))
  checkConflicts(paths)
  const shape = { steps, paths }
  if (shapes.size >= MOST_SHAPES) shapes.clear()
  shapes.set(key, shape)
  return shape
}

const renameTarget = (operand: Value) => (operand.type === T.string ? asString(operand) : '')

const touched = ({ operator, path, operand }: Assigned): string[] =>
  operator === '$rename' ? [path, renameTarget(operand)] : [path]

function makeStep(operator: string, path: string, source: number): Step {
  const parts = path.split('.')
  if (parts.some((part) => part === '')) {
    throw new StoreError(
      56,
      path === ''
        ? 'An empty update path is not valid.'
        : `The update path '${path}' contains an empty field name, which is not allowed.`,
    )
  }
  const open = hasPlaceholder(parts)
  if (!open && parts.some((part) => part.startsWith('$') && !/^\$(id|ref|db)$/.test(part))) {
    throw new StoreError(
      52,
      `The dollar ($) prefixed field '${path}' is not allowed in the context of an update.`,
    )
  }
  if (open && operator === '$rename') throw badValue('The source field for $rename may not be dynamic')
  return { operator, parts, open, source }
}

/** New fields are added in the order of their names, numbers by size, whatever order the update has. */
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

function checkConflicts(paths: readonly string[]): void {
  const seen = new Set<string>()
  for (const path of paths) {
    const parts = path.split('.')
    const begins = parts.map((_, i) => parts.slice(0, i + 1).join('.'))
    const holder = begins.find((begin) => seen.has(begin))
    if (holder !== undefined) {
      throw new StoreError(40, `Updating the path '${path}' would create a conflict at '${holder}'`)
    }
    for (const other of seen) {
      if (other.startsWith(`${path}.`)) {
        throw new StoreError(40, `Updating the path '${path}' would create a conflict at '${path}'`)
      }
    }
    seen.add(path)
  }
}

function parseArrayFilters(arrayFilters: Value | undefined): Map<string, DocumentTest> {
  const filters = new Map<string, DocumentTest>()
  for (const filter of arrayFilters ? elementList(arrayFilters) : []) {
    const [first] = fieldList(filter)
    const name = first?.[0].split('.')[0] ?? ''
    if (name === '' || name.startsWith('$'))
      throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters')
    filters.set(name, compileFilter(parseFilter(filter)))
  }
  return filters
}

function checkSameId(before: Buffer, after: Buffer): void {
  const old = fieldValue(before, 0, ID)
  const now = fieldValue(after, 0, ID)
  if (old && (!now || compareValues(old, now) !== 0)) {
    throw new StoreError(66, "Performing an update on the path '_id' would modify the immutable field '_id'")
  }
}

function replacement(update: Value): Update {
  eachField(update.buf, update.at, (name) => {
    if (name.startsWith('$'))
      throw new StoreError(52, `The dollar ($) prefixed field '${name}' is not allowed in a replacement`)
  })
  return {
    paths: undefined,
    isReplacement: true,
    apply(before, occasion) {
      const id = fieldValue(before, 0, ID)
      const given = fieldValue(update.buf, update.at, ID)
      if (id && given && !occasion.inserting && compareValues(id, given) !== 0) {
        throw new StoreError(
          66,
          "After applying the update, the (immutable) field '_id' was found to have been altered",
        )
      }
      const rest = fieldList(update).filter(([name]) => name !== '_id')
      const kept = given ?? id
      return buildDocument(kept ? [['_id', kept], ...rest] : rest).buf
    },
  }
}

const PIPELINE_STAGES = new Set(['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith'])

function pipelineUpdate(stages: readonly Value[]): Update {
  for (const stage of stages) {
    const [first] = stage.type === T.object ? fieldList(stage) : []
    if (!first || !PIPELINE_STAGES.has(first[0])) {
      throw new StoreError(72, `${first?.[0] ?? 'stage'} is not allowed to be used within an update`)
    }
  }
  const run = runDocumentStages(stages)
  return {
    paths: undefined,
    isReplacement: false,
    apply(before, occasion) {
      const after = run(before)
      const id = fieldValue(before, 0, ID)
      const now = fieldValue(after, 0, ID)
      if (id && !now) return buildDocument([['_id', id], ...fieldList(documentValue(after))]).buf
      if (!occasion.inserting) checkSameId(before, after)
      const root = openDocument(documentValue(after))
      return closeDocument(root)
    },
  }
}

/** Whether an array value lies at `_id`; MongoDB refuses arrays, patterns and undefined there. */
export function checkId(id: Value): void {
  if (id.type === T.array || id.type === T.regex || id.type === T.undefined) {
    throw new StoreError(
      53,
      `The '_id' value cannot be of type ${id.type === T.array ? 'array' : id.type === T.regex ? 'regex' : 'undefined'}`,
    )
  }
  if (id.type !== T.object) return
  eachElement(id.buf, id.at, () => undefined)
  eachField(id.buf, id.at, (name) => {
    if (name.startsWith('$'))
      throw new StoreError(
        52,
        `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
      )
  })
}
