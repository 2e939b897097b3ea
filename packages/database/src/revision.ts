import { randomUUID } from 'node:crypto'
import { type mongo, trusted } from 'mongoose'
import type { LeanModel } from './lean-model.ts'
import { isDuplicateKey } from './write-errors.ts'

/**
 * What several people edit. Each edit gives the document another revision, so that a change that was prepared on an older
 * state is told apart. Absent in documents that nobody has edited.
 */
export type Revised = { revision?: string }

/** Revision of what was never edited, or is not stored yet. */
const FIRST_REVISION = '0'

/** The revision of a document as answers carry it. */
export const revisionOf = (doc: Revised | null | undefined): string => doc?.revision ?? FIRST_REVISION

/** A revision that no document has had. */
export const nextRevision = (): string => randomUUID()

/** Filter of a document at a revision; of any document when the caller names none. */
export function atRevision(revision: string | undefined): mongo.Filter<Revised> {
  if (revision === undefined) return {}
  return { revision: revision === FIRST_REVISION ? trusted({ $exists: false }) : revision }
}

/**
 * Changes a document in one step, unless somebody else did since the revision was read.
 * @param edit which document, the change, and the revision that it was prepared on; any when left out
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
 * Stores a whole document in one step, whether it was there or not, unless somebody else did since the revision was read.
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
    // Stored at another revision, the document is not matched: it would be inserted a second time.
    if (isDuplicateKey(error) && revision !== undefined) return null
    throw error
  }
}
