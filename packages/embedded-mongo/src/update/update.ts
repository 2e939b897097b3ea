import { badValue, failedToParse, StoreError } from '../errors.ts'
import { compareValues } from '../bson/compare.ts'
import { eachElement, eachField, elementList, fieldList, fieldValue, T, Value } from '../bson/value.ts'
import { documentValue } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { runDocumentStages } from '../aggregate/document-stages.ts'
import type { DocumentTest, Filter } from '../query/ast.ts'
import { compileFilter } from '../query/match.ts'
import { parseFilter } from '../query/parse.ts'
import { closeDocument, openDocument } from './edit.ts'
import { applyOperator, checkModifier, type Occasion } from './operators.ts'
import { expandPath, hasPlaceholder } from './positional.ts'

type Step = { operator: string; path: string; parts: string[]; operand: Value; open: boolean }

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

function operatorUpdate(update: Value, arrayFilters: Value | undefined): Update {
  const steps: Step[] = []
  for (const [operator, operand] of fieldList(update)) {
    checkModifier(operator, operand)
    eachField(operand.buf, operand.at, (path, value) => {
      steps.push(makeStep(operator, path, value))
    })
  }
  steps.sort(byPath)
  checkConflicts(steps)
  const filters = parseArrayFilters(arrayFilters)
  const paths = steps.flatMap((step) => touched(step))
  return {
    paths,
    isReplacement: false,
    apply(before, occasion, filter) {
      const root = openDocument(documentValue(before))
      for (const step of steps) {
        if (!step.open) applyOperator(step.operator, root, step.parts, step.operand, occasion)
        else {
          for (const parts of expandPath(root, step.parts, before, filter, filters)) {
            applyOperator(step.operator, root, parts, step.operand, occasion)
          }
        }
      }
      const after = closeDocument(root)
      if (!occasion.inserting) checkSameId(before, after)
      return after
    },
  }
}

function makeStep(operator: string, path: string, operand: Value): Step {
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
  return { operator, path, parts, operand, open }
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

function checkConflicts(steps: readonly Step[]): void {
  const seen = new Set<string>()
  for (const path of steps.flatMap(touched)) {
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

const touched = (step: Step): string[] =>
  step.operator === '$rename' && step.operand.type === T.string
    ? [step.path, step.operand.buf.toString('utf8', step.operand.at + 4, step.operand.end - 1)]
    : [step.path]

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
