import { idOf, int32At, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import type { Filter } from '../query/ast.ts'
import { findDocuments } from '../query/execute.ts'
import { findById } from '../query/find-by-id.ts'
import { compileFilter } from '../query/match.ts'
import { sourceOf } from '../query/plan.ts'
import { planQuery } from '../query/planner.ts'
import { copyDocument, type Found, runScan } from '../query/scan.ts'
import type { SortKey } from '../query/sort.ts'
import { visitFound } from '../query/turns.ts'
import { affectedIndexes } from '../storage/affected-indexes.ts'
import type { Collection } from '../storage/catalogue.ts'
import { documentKey } from '../storage/record-keys.ts'
import type { RecordWriter } from '../storage/records.ts'
import { checkSameId, type Update } from '../update/update.ts'
import { upsertDocument } from '../update/upsert.ts'
import type { Engine } from './engine.ts'

export type WriteError = { index: number; code: number; errmsg: string }
/** Result of a command's statements. `modified` counts changed documents, `n` also matched documents without a change. */
export type Outcome = {
  n: number
  modified: number
  upserted: { index: number; id: Value }[]
  errors: WriteError[]
}

/** Selection of documents by a statement. */
export type Selection = { filter: Filter; multi: boolean; sort: readonly SortKey[] }
export type UpdateSelection = Selection & { update: Update; upsert: boolean }
/** A statement as it was read; without an update it deletes. */
export type Change = Selection | UpdateSelection

/** Statements of one command. Each is parsed in its turn, because a faulty statement is an error of that statement alone. */
export type Batch = {
  db: string
  collection: string
  statements: readonly (() => Change)[]
  ordered: boolean
}

/** Maximum number of documents that one statement examines within a shared transaction; more are handled in portions. */
const MAX_PER_TRANSACTION = 4000
const PORTION = 500

/** Returns the refusal of one statement. A bug fails the whole command and is rethrown. */
export function failure(index: number, error: unknown): WriteError {
  if (!(error instanceof StoreError)) throw error
  return { index, code: error.code, errmsg: error.message }
}

/** Finds the selected documents inside the write transaction; undefined when there are too many for it. */
export function findSelected(
  engine: Engine,
  collection: Collection,
  selection: Selection,
): Found[] | undefined {
  const { filter, multi, sort } = selection
  const byId = sort.length === 0 ? findById(engine.store, collection, filter) : undefined
  if (byId) return byId
  const wanted = multi ? undefined : 1
  const source = sourceOf(engine.store, collection)
  const plan = planQuery(engine.store, collection, { filter, sort, wanted })
  const found: Found[] = []
  for (const item of findDocuments(source, plan, { sort, skip: 0, limit: wanted })) {
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
  checkSameId(found.bytes, after)
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

/** Runs statements in shared transactions. A statement of many documents runs in portions. */
export async function runStatements(
  engine: Engine,
  { db, collection, statements, ordered }: Batch,
): Promise<Outcome> {
  const outcome: Outcome = { n: 0, modified: 0, upserted: [], errors: [] }
  let next = 0
  while (next < statements.length) {
    const large = await engine.writeTo(db, collection, (writer) => {
      for (; next < statements.length; next++) {
        try {
          const change = statements[next]!()
          const found = findSelected(engine, writer.collection, change)
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
      await changeInPortions(engine, engine.catalogue.find(db, collection)!, large, outcome)
    } catch (error) {
      outcome.errors.push(failure(next, error))
      if (ordered) break
    }
    next++
  }
  return outcome
}

/** Finds the documents, yielding to other work, then writes in portions. Each document is matched again before its write. */
async function changeInPortions(
  engine: Engine,
  collection: Collection,
  change: Change,
  outcome: Outcome,
): Promise<void> {
  const { store } = engine
  const plan = planQuery(store, collection, { filter: change.filter, sort: [], wanted: undefined })
  const rids: number[] = []
  await visitFound(runScan(sourceOf(store, collection), plan), ({ rid }) => rids.push(rid))
  const test = compileFilter(change.filter)
  for (let i = 0; i < rids.length; i += PORTION) {
    await engine.writeTo(collection.db, collection.name, (writer) => {
      for (const rid of rids.slice(i, i + PORTION)) {
        const bytes = store.lmdb.peek(documentKey(collection.number, rid))
        if (bytes && test(bytes, 0))
          changeDocument(writer, { rid, bytes: copyDocument(bytes, int32At(bytes, 0)) }, change, outcome)
      }
    })
  }
}
