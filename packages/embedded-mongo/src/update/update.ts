import { runDocumentStages } from '../aggregate/document-stages.ts'
import { compareValues } from '../bson/compare.ts'
import {
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
import { badValue, failedToParse, StoreError, typeMismatch } from '../errors.ts'
import type { DocumentTest, Filter } from '../query/ast.ts'
import { compileFilter } from '../query/match.ts'
import { parseFilter } from '../query/parse.ts'
import { closeDocument, type EditDocument, openDocument } from './editable-document.ts'
import { applyOperator, checkModifier, type UpdateContext } from './operators.ts'
import { expandPath } from './positional.ts'
import {
  type Assignment,
  byPath,
  checkConflicts,
  checkFilterNames,
  type Step,
  shapeOf,
  touchedPaths,
} from './update-paths.ts'

/** A parsed update. `paths`: what it can touch, undefined when that is anything (replacement, pipeline). */
export type Update = {
  paths: readonly string[] | undefined
  isReplacement: boolean
  apply(before: Buffer, context: UpdateContext, filter: Filter): Buffer
}

const ID = Buffer.from('_id')

export function parseUpdate(update: Value, arrayFilters: Value | undefined): Update {
  if (update.type === T.array) {
    if (arrayFilters) throw failedToParse('arrayFilters may not be specified for pipeline-style updates')
    return pipelineUpdate(elementList(update))
  }
  if (update.type !== T.object) throw failedToParse('Update argument must be either an object or an array')
  const isOperators = update.buf[update.at + 4] !== 0 && update.buf[update.at + 5] === 0x24
  if (isOperators) return operatorUpdate(update, arrayFilters)
  if (arrayFilters) throw failedToParse('arrayFilters may not be specified for replacement-style updates')
  return replacement(update)
}

function operatorUpdate(update: Value, arrayFilters: Value | undefined): Update {
  const assignments: Assignment[] = []
  eachField(update.buf, update.at, (operator, operand) => {
    checkModifier(operator, operand)
    eachField(operand.buf, operand.at, (path, value) => {
      assignments.push({ operator, path, operand: value })
    })
  })
  const shape = shapeOf(assignments)
  const filters = parseArrayFilters(arrayFilters)
  checkFilterNames(shape, new Set(filters.keys()))
  const { steps, paths } = shape
  const positional = steps.some((step) => step.positional)
  return {
    paths,
    isReplacement: false,
    apply(before, context, filter) {
      const root = openDocument(documentValue(before))
      const resolved = positional ? resolveSteps(root, steps, filter, filters, assignments) : steps
      for (const { operator, parts, source } of resolved)
        applyOperator(operator, root, parts, assignments[source]!.operand, context)
      const after = closeDocument(root)
      if (!context.inserting) checkSameId(before, after)
      return after
    },
  }
}

/** The steps with positions instead of placeholders. All are found before the first step changes the document. */
function resolveSteps(
  root: EditDocument,
  steps: readonly Step[],
  filter: Filter,
  filters: ReadonlyMap<string, DocumentTest>,
  assignments: readonly Assignment[],
): Step[] {
  const resolved = steps.flatMap((step) =>
    step.positional
      ? expandPath(root, step.parts, filter, filters).map((parts) => ({ ...step, parts }))
      : [step],
  )
  checkConflicts(
    resolved.flatMap(({ parts, source }) => touchedPaths({ ...assignments[source]!, path: parts.join('.') })),
  )
  return resolved.sort(byPath)
}

function parseArrayFilters(arrayFilters: Value | undefined): Map<string, DocumentTest> {
  const filters = new Map<string, DocumentTest>()
  if (arrayFilters && arrayFilters.type !== T.array)
    throw typeMismatch("BSON field 'arrayFilters' is the wrong type, expected type 'array'")
  for (const filter of arrayFilters ? elementList(arrayFilters) : []) {
    if (filter.type !== T.object) throw typeMismatch("BSON field 'arrayFilters' must hold objects")
    const names = [...new Set(fieldList(filter).map(([path]) => path.split('.')[0] ?? ''))]
    const [name = ''] = names
    if (name === '' || name.startsWith('$'))
      throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters')
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
      throw badValue(
        `The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      )
    if (names.length > 1)
      throw failedToParse(`Expected a single top-level field name, found '${name}' and '${names[1]}'`)
    if (filters.has(name))
      throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`)
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
    apply(before, context) {
      const id = fieldValue(before, 0, ID)
      const given = fieldValue(update.buf, update.at, ID)
      if (id && given && !context.inserting && compareValues(id, given) !== 0) {
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
    apply(before, context) {
      const after = run(before)
      const id = fieldValue(before, 0, ID)
      const now = fieldValue(after, 0, ID)
      if (id && !now) return buildDocument([['_id', id], ...fieldList(documentValue(after))]).buf
      if (!context.inserting) checkSameId(before, after)
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
