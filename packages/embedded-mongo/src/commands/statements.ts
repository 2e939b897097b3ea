import { isNumberType, numberOf } from '../bson/number.ts'
import { T, type Value } from '../bson/value.ts'
import { failedToParse, StoreError } from '../errors.ts'
import type { Filter } from '../query/ast.ts'
import { findDocuments, TimeSlices } from '../query/execute.ts'
import { findById } from '../query/find-by-id.ts'
import { compileFilter } from '../query/match.ts'
import { isTrue, parseFilter } from '../query/parse.ts'
import type { Question } from '../query/plan.ts'
import { planQuery } from '../query/planner.ts'
import { type Found, runScan } from '../query/scan.ts'
import { parseSort, type SortKey } from '../query/sort.ts'
import { affectedIndexes } from '../storage/affected-indexes.ts'
import type { Collection } from '../storage/catalogue.ts'
import { idOf, type RecordWriter } from '../storage/records.ts'
import { documentKey } from '../storage/store.ts'
import { parseUpdate, type Update } from '../update/update.ts'
import { upsertDocument } from '../update/upsert.ts'
import type { Engine } from './engine.ts'
import { hintOf } from './read.ts'
import { refuseCollation } from './request.ts'

/** The members of one element of `updates` or `deletes`. */
export type Statement = ReadonlyMap<string, Value>
export type WriteError = { index: number; code: number; errmsg: string }
export type Outcome = {
  n: number
  modified: number
  upserted: { index: number; id: Value }[]
  errors: WriteError[]
}

/** Documents that one statement may look at within a shared transaction; more are handled in portions. */
const MAX_PER_TRANSACTION = 4000
const PORTION = 500

/** The refusal of one statement. Errors of the whole command are thrown on: running out of time, and bugs. */
export function failure(index: number, error: unknown): WriteError {
  if (!(error instanceof StoreError) || error.code === MAX_TIME_EXPIRED) throw error
  return { index, code: error.code, ...error.extra, errmsg: error.message }
}

const MAX_TIME_EXPIRED = 50

export type Selection = { filter: Filter; multi: boolean; sort: readonly SortKey[]; hint: Question['hint'] }
export type UpdateSelection = Selection & { update: Update; upsert: boolean }

function selection(statement: Statement, multi: boolean): Selection {
  const query = statement.get('q')!
  if (query.type !== T.object) throw failedToParse("'q' must be an object")
  refuseCollation(statement.get('collation'))
  return {
    filter: parseFilter(query),
    multi,
    sort: parseSort(statement.get('sort')),
    hint: hintOf(statement.get('hint')),
  }
}

const flag = (statement: Statement, name: string) => {
  const value = statement.get(name)
  return value !== undefined && isTrue(value)
}

function updateSelection(statement: Statement): UpdateSelection {
  const multi = flag(statement, 'multi')
  const update = parseUpdate(statement.get('u')!)
  if (multi && update.isReplacement)
    throw failedToParse('multi update is not supported for replacement-style update')
  return { ...selection(statement, multi), update, upsert: flag(statement, 'upsert') }
}

function deleteSelection(statement: Statement): Selection {
  const limit = statement.get('limit')
  const most = limit && isNumberType(limit.type) ? numberOf(limit) : Number.NaN
  if (most !== 0 && most !== 1)
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${most}`)
  return selection(statement, most === 0)
}

/** Documents that a selection means, inside the write transaction; undefined when they are too many for it. */
export function select(
  engine: Engine,
  collection: Collection,
  chosen: Selection,
  slices: TimeSlices,
): Found[] | undefined {
  const byId =
    chosen.sort.length === 0 && chosen.hint === undefined
      ? findById(engine.store, collection, chosen.filter)
      : undefined
  if (byId) return byId
  const question = { ...chosen, wanted: chosen.multi ? undefined : 1 }
  const counts = { keys: 0, documents: 0 }
  const plan = planQuery(engine.store, collection, question)
  const found: Found[] = []
  for (const item of findDocuments(engine.store, collection, plan, chosen.sort, 0, question.wanted, counts)) {
    slices.checkDeadline()
    if (item) found.push(item)
    if (chosen.multi && counts.documents + counts.keys > MAX_PER_TRANSACTION) return undefined
  }
  return found
}

export function applyUpdate(writer: RecordWriter, found: Found, chosen: UpdateSelection): Buffer | undefined {
  const after = chosen.update.apply(found.bytes, chosen.filter, false)
  if (after.equals(found.bytes)) return undefined
  writer.replace(found.rid, found.bytes, after, affectedIndexes(writer.collection, chosen.update.paths))
  return after
}

export function insertUpsert(writer: RecordWriter, chosen: UpdateSelection): Buffer {
  const document = upsertDocument(chosen.filter, chosen.update)
  writer.insert(document)
  return document
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

/** What a run of statements does with one of them; 'large' leaves it to be carried out in portions. */
type StatementRunner<S> = (
  writer: RecordWriter,
  chosen: S,
  index: number,
  outcome: Outcome,
  slices: TimeSlices,
) => 'done' | 'large'

async function runStatements<S extends Selection>(
  engine: Engine,
  { db, collection: name, statements, ordered, timeLimit }: Batch,
  read: (statement: Statement) => S,
  carry: StatementRunner<S>,
  updateRecord: (writer: RecordWriter, found: Found, chosen: S, outcome: Outcome) => void,
): Promise<Outcome> {
  const outcome: Outcome = { n: 0, modified: 0, upserted: [], errors: [] }
  const slices = new TimeSlices(timeLimit)
  let next = 0
  while (next < statements.length) {
    const large = await engine.writeTo(db, name, (writer) => {
      for (; next < statements.length; next++) {
        slices.checkDeadline()
        try {
          const chosen = read(statements[next]!)
          if (carry(writer, chosen, next, outcome, slices) === 'large') return chosen
        } catch (error) {
          outcome.errors.push(failure(next, error))
          if (ordered) next = statements.length
        }
      }
      return undefined
    })
    if (!large) break
    try {
      await inPortions(engine, { db, name }, large, slices, (writer, found) =>
        updateRecord(writer, found, large, outcome),
      )
    } catch (error) {
      outcome.errors.push(failure(next, error))
      if (ordered) break
    }
    next++
  }
  return outcome
}

/** Finds first, letting others work meanwhile, then writes in portions; each document is matched again before. */
async function inPortions(
  engine: Engine,
  { db, name }: { db: string; name: string },
  chosen: Selection,
  slices: TimeSlices,
  deleteRecord: (writer: RecordWriter, found: Found) => void,
): Promise<void> {
  const collection = engine.catalogue.find(db, name)
  if (!collection) return
  const { store } = engine
  const plan = planQuery(store, collection, { ...chosen, sort: [], wanted: undefined })
  const rids: number[] = []
  for (const found of runScan(store, collection, plan, { keys: 0, documents: 0 })) {
    if (found) rids.push(found.rid)
    else await slices.yieldIfDue()
  }
  const test = compileFilter(chosen.filter)
  for (let i = 0; i < rids.length; i += PORTION) {
    await engine.write(collection, (writer) => {
      for (const rid of rids.slice(i, i + PORTION)) {
        const bytes = store.peek(documentKey(collection.number, rid))
        if (!bytes || !test(bytes, 0)) continue
        deleteRecord(writer, { rid, bytes: store.documents.get(documentKey(collection.number, rid))! })
      }
    })
  }
}

export function runUpdate(engine: Engine, batch: Batch): Promise<Outcome> {
  const one = (writer: RecordWriter, found: Found, chosen: UpdateSelection, outcome: Outcome) => {
    outcome.n++
    if (applyUpdate(writer, found, chosen)) outcome.modified++
  }
  return runStatements(
    engine,
    batch,
    updateSelection,
    (writer, chosen, index, outcome, slices) => {
      const found = select(engine, writer.collection, chosen, slices)
      if (!found) return 'large'
      for (const item of found) one(writer, item, chosen, outcome)
      if (found.length === 0 && chosen.upsert) {
        const document = insertUpsert(writer, chosen)
        outcome.n++
        outcome.upserted.push({ index, id: idOf(document)! })
      }
      return 'done'
    },
    one,
  )
}

export function runDelete(engine: Engine, batch: Batch): Promise<Outcome> {
  const one = (writer: RecordWriter, found: Found, _chosen: Selection, outcome: Outcome) => {
    writer.remove(found.rid, found.bytes)
    outcome.n++
  }
  return runStatements(
    engine,
    batch,
    deleteSelection,
    (writer, chosen, _index, outcome, slices) => {
      const found = select(engine, writer.collection, chosen, slices)
      if (!found) return 'large'
      for (const item of found) one(writer, item, chosen, outcome)
      return 'done'
    },
    one,
  )
}
