import { isNumberType, numberOf } from '../bson/number.ts'
import { T, type Value } from '../bson/value.ts'
import { failedToParse, StoreError } from '../errors.ts'
import type { Filter } from '../query/ast.ts'
import { findDocuments } from '../query/execute.ts'
import { findById } from '../query/find-by-id.ts'
import { compileFilter } from '../query/match.ts'
import { isTrue, parseFilter } from '../query/parse.ts'
import { sourceOf } from '../query/plan.ts'
import { planQuery } from '../query/planner.ts'
import { type Found, runScan } from '../query/scan.ts'
import type { SortKey } from '../query/sort.ts'
import { MAX_TIME_EXPIRED, TimeSlices } from '../query/turns.ts'
import { affectedIndexes } from '../storage/affected-indexes.ts'
import type { Collection } from '../storage/catalogue.ts'
import { idOf, type RecordWriter } from '../storage/records.ts'
import { documentKey } from '../storage/store.ts'
import { parseUpdate, type Update } from '../update/update.ts'
import { upsertDocument } from '../update/upsert.ts'
import type { Engine } from './engine.ts'

/** The members of one element of `updates` or `deletes`. */
export type Statement = ReadonlyMap<string, Value>
export type WriteError = { index: number; code: number; errmsg: string }
/** What the statements of a command did. `modified` counts updated documents, `n` also those that stayed as they were. */
export type Outcome = {
  n: number
  modified: number
  upserted: { index: number; id: Value }[]
  errors: WriteError[]
}

/** The statements of one command. */
export type Batch = {
  db: string
  collection: string
  statements: readonly Statement[]
  ordered: boolean
  /** milliseconds that all of it may take */
  timeLimit: number | undefined
}

/** Which documents a statement means. */
export type Selection = { filter: Filter; multi: boolean; sort: readonly SortKey[] }
export type UpdateSelection = Selection & { update: Update; upsert: boolean }
/** A statement as it was read; without an update it deletes. */
type Change = Selection | UpdateSelection

/** Documents that one statement may look at within a shared transaction; more are handled in portions. */
const MAX_PER_TRANSACTION = 4000
const PORTION = 500

/** The refusal of one statement. Errors of the whole command are thrown on: running out of time, and bugs. */
export function failure(index: number, error: unknown): WriteError {
  if (!(error instanceof StoreError) || error.code === MAX_TIME_EXPIRED) throw error
  return { index, code: error.code, ...error.extra, errmsg: error.message }
}

function readSelection(statement: Statement, multi: boolean): Selection {
  const query = statement.get('q')!
  if (query.type !== T.object) throw failedToParse("'q' must be an object")
  return { filter: parseFilter(query), multi, sort: [] }
}

function readUpdate(statement: Statement): UpdateSelection {
  const flag = (name: string) => statement.has(name) && isTrue(statement.get(name)!)
  const multi = flag('multi')
  const update = parseUpdate(statement.get('u')!)
  if (multi && update.isReplacement)
    throw failedToParse('multi update is not supported for replacement-style update')
  return { ...readSelection(statement, multi), update, upsert: flag('upsert') }
}

function readDelete(statement: Statement): Selection {
  const limit = statement.get('limit')
  const most = limit && isNumberType(limit.type) ? numberOf(limit) : Number.NaN
  if (most !== 0 && most !== 1)
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${most}`)
  return readSelection(statement, most === 0)
}

/** Documents that a selection means, inside the write transaction; undefined when they are too many for it. */
export function findSelected(
  engine: Engine,
  collection: Collection,
  selection: Selection,
  slices: TimeSlices,
): Found[] | undefined {
  const { filter, multi, sort } = selection
  const byId = sort.length === 0 ? findById(engine.store, collection, filter) : undefined
  if (byId) return byId
  const wanted = multi ? undefined : 1
  const source = sourceOf(engine.store, collection)
  const plan = planQuery(engine.store, collection, { filter, sort, wanted })
  const found: Found[] = []
  for (const item of findDocuments(source, plan, { sort, skip: 0, limit: wanted })) {
    slices.checkDeadline()
    if (item) found.push(item)
    if (multi && source.counts.documents + source.counts.keys > MAX_PER_TRANSACTION) return undefined
  }
  return found
}

/** Updates a document. @returns the new one, undefined when nothing changes */
export function applyUpdate(
  writer: RecordWriter,
  found: Found,
  selection: UpdateSelection,
): Buffer | undefined {
  const { update, filter } = selection
  const after = update.apply(found.bytes, filter, false)
  if (after.equals(found.bytes)) return undefined
  writer.replace(found.rid, found.bytes, after, affectedIndexes(writer.collection, update.paths))
  return after
}

export function insertUpsert(writer: RecordWriter, { filter, update }: UpdateSelection): Buffer {
  const document = upsertDocument(filter, update)
  writer.insert(document)
  return document
}

function changeDocument(writer: RecordWriter, found: Found, change: Change, outcome: Outcome): void {
  if (!('update' in change)) writer.remove(found.rid, found.bytes)
  else if (applyUpdate(writer, found, change)) outcome.modified++
  outcome.n++
}

export const runUpdate = (engine: Engine, batch: Batch) => runStatements(engine, batch, readUpdate)
export const runDelete = (engine: Engine, batch: Batch) => runStatements(engine, batch, readDelete)

/** Carries out statements in shared transactions; those of many documents in portions. */
async function runStatements(
  engine: Engine,
  { db, collection, statements, ordered, timeLimit }: Batch,
  read: (statement: Statement) => Change,
): Promise<Outcome> {
  const outcome: Outcome = { n: 0, modified: 0, upserted: [], errors: [] }
  const slices = new TimeSlices(timeLimit)
  let next = 0
  while (next < statements.length) {
    const large = await engine.writeTo(db, collection, (writer) => {
      for (; next < statements.length; next++) {
        slices.checkDeadline()
        try {
          const change = read(statements[next]!)
          const found = findSelected(engine, writer.collection, change, slices)
          if (!found) return change
          for (const item of found) changeDocument(writer, item, change, outcome)
          if (found.length > 0 || !('update' in change) || !change.upsert) continue
          outcome.upserted.push({ index: next, id: idOf(insertUpsert(writer, change))! })
          outcome.n++
        } catch (error) {
          outcome.errors.push(failure(next, error))
          if (ordered) next = statements.length
        }
      }
      return undefined
    })
    if (!large) break
    try {
      await changeInPortions(engine, engine.catalogue.find(db, collection), large, outcome, slices)
    } catch (error) {
      outcome.errors.push(failure(next, error))
      if (ordered) break
    }
    next++
  }
  return outcome
}

/** Finds first, letting others work meanwhile, then writes in portions; each document is matched again before. */
async function changeInPortions(
  engine: Engine,
  collection: Collection | undefined,
  change: Change,
  outcome: Outcome,
  slices: TimeSlices,
): Promise<void> {
  if (!collection) return
  const { store } = engine
  const plan = planQuery(store, collection, { filter: change.filter, sort: [], wanted: undefined })
  const rids: number[] = []
  for (const found of runScan(sourceOf(store, collection), plan)) {
    if (found) rids.push(found.rid)
    else await slices.yieldIfDue()
  }
  const test = compileFilter(change.filter)
  for (let i = 0; i < rids.length; i += PORTION) {
    await engine.write(collection, (writer) => {
      for (const rid of rids.slice(i, i + PORTION)) {
        const bytes = store.documents.get(documentKey(collection.number, rid))
        if (bytes && test(bytes, 0)) changeDocument(writer, { rid, bytes }, change, outcome)
      }
    })
  }
}
