import { randomUUID } from 'node:crypto'
import { type mongo, trusted } from 'mongoose'
import type { LeanModel } from './lean-model.ts'

/** Error code of the store for a duplicate unique key. */
const DUPLICATE_KEY = 11_000

/** Failed operations of an unordered bulk write, by index. */
export type BulkFailures = {
  /** operations with a duplicate key */
  duplicates: ReadonlySet<number>
  /** operations that failed for any other reason */
  failed: ReadonlyMap<number, Error>
}

type WriteError = { index: number; code?: number; errmsg?: string }
type BulkError = {
  writeErrors?: WriteError | readonly WriteError[]
  result?: { getWriteConcernError?: () => unknown }
}

/** Returns true if a single write failed by a duplicate key. For a bulk write it only covers the first error. */
export const isDuplicateKey = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === DUPLICATE_KEY

/**
 * Separates the failures of an unordered bulk write. The error's own code is that of the first failure, so that a
 * duplicate key could hide a real failure.
 * @throws the error itself when it is not about single operations: the store was unreachable, or nothing is durable
 */
export function bulkFailures(error: unknown): BulkFailures {
  const { writeErrors, result } = (error ?? {}) as BulkError
  const errors = writeErrors === undefined ? [] : [writeErrors].flat()
  if (errors.length === 0 || result?.getWriteConcernError?.()) throw error
  const duplicates = new Set<number>()
  const failed = new Map<number, Error>()
  for (const { index, code, errmsg } of errors)
    if (code === DUPLICATE_KEY) duplicates.add(index)
    else failed.set(index, new Error(errmsg ?? 'a write failed', { cause: error }))
  return { duplicates, failed }
}

/** Ignores duplicate keys in an unordered bulk write. @throws when anything else failed */
export function ignoreDuplicates(error: unknown): void {
  if (bulkFailures(error).failed.size > 0) throw error
}

/**
 * A document that several people edit. Each edit gives it a new revision, so that a change based on an older state is
 * detected. The revision is absent until the first edit.
 */
export type Revised = { revision?: string }

/** Revision of a document that was never edited, or is not stored yet. */
const FIRST_REVISION = '0'

/** Returns the revision of a document as answers show it. */
export const revisionOf = (doc: Revised | null | undefined): string => doc?.revision ?? FIRST_REVISION

/** Returns a revision that no document has had. */
export const nextRevision = (): string => randomUUID()

/** Returns the filter for a document at a revision; for any revision when the caller names none. */
export function atRevision(revision: string | undefined): mongo.Filter<Revised> {
  if (revision === undefined) return {}
  return { revision: revision === FIRST_REVISION ? trusted({ $exists: false }) : revision }
}

/**
 * Changes a document in one step, unless it was changed since the revision was read.
 * @param edit the document, the change, and the revision that it is based on; any when left out
 * @returns the document after the change, or null when none matches at that revision
 */
export async function updateAtRevision<D extends Revised>(
  model: LeanModel<D>,
  edit: { filter: mongo.Filter<D>; update: mongo.UpdateFilter<D>; revision?: string | undefined },
): Promise<D | null> {
  const { filter, update, revision } = edit
  const next = { ...update, $set: { ...update.$set, revision: nextRevision() } }
  return model.findOneAndUpdate({ ...filter, ...atRevision(revision) }, next as mongo.UpdateFilter<D>)
}

/**
 * Creates or replaces a whole document in one step, unless it was changed since the revision was read.
 * @returns the document as stored, or null when another revision is stored
 */
export async function replaceAtRevision<D extends Revised & { _id: unknown }>(
  model: LeanModel<D>,
  document: D,
  revision?: string,
): Promise<D | null> {
  const next = { ...document, revision: nextRevision() }
  const filter = { _id: document._id, ...atRevision(revision) } as mongo.Filter<D>
  type Replacement = Parameters<LeanModel<D>['replaceOne']>[1]
  const upsert = revision === undefined || revision === FIRST_REVISION
  try {
    const { matchedCount, upsertedCount } = await model.replaceOne(filter, next as unknown as Replacement, {
      upsert,
    })
    return matchedCount + upsertedCount > 0 ? next : null
  } catch (error) {
    // A document with another revision does not match, so that the store tries to insert it a second time.
    if (isDuplicateKey(error) && revision !== undefined) return null
    throw error
  }
}
