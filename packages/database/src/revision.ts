import { randomUUID } from 'node:crypto'
import { type mongo, trusted } from 'mongoose'
import type { LeanModel } from './lean-model.ts'
import { isDuplicateKey } from './write-errors.ts'

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
