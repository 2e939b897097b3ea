import {
  type LeanModel,
  type Revised,
  replaceAtRevision,
  revisionOf,
  updateAtRevision,
} from '@wardtrack/database'
import { conflict, notFound } from '@wardtrack/service-kit'

/** Attempts at an edit while others change the same document. */
const MAX_ATTEMPTS = 5

/**
 * Repeats an edit until it is written on the very state that was checked. A check whose document changed before the write
 * is made again, so that nobody writes to a document that they may no longer know of.
 * @param attempt reads, checks and writes; undefined when the document changed between reading and writing
 * @throws ApiError what an attempt throws; 409 `conflict` when others keep changing the document
 */
export async function repeatUntilWritten<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const written = await attempt()
    if (written !== undefined) return written
  }
  throw conflict()
}

/**
 * Compares the revision that a caller has seen with the one that was read.
 * @param revision any when left out
 * @throws ApiError 409 `conflict` when they differ
 */
export function requireRevision(read: Revised, revision: string | undefined): void {
  if (revision !== undefined && revision !== revisionOf(read)) throw conflict()
}

type Edit<D extends Revised> = Parameters<typeof updateAtRevision<D>>[1]

/**
 * Changes what several people edit. Of two changes that were prepared on one revision the first is made.
 * @param edit which document, the change, and the revision that the caller has seen; any when left out
 * @throws ApiError 404 when there is no such document, 409 `conflict` when it has another revision
 */
export async function editDocument<D extends Revised>(model: LeanModel<D>, edit: Edit<D>): Promise<D> {
  const changed = await updateAtRevision(model, edit)
  if (changed) return changed
  throw (await model.findOne(edit.filter)) ? conflict() : notFound()
}

/**
 * Stores the whole of what several people edit, whether it was there or not.
 * @param revision the one that the caller has seen; any when left out
 * @throws ApiError 409 `conflict` when another revision is stored
 */
export async function saveDocument<D extends Revised & { _id: unknown }>(
  model: LeanModel<D>,
  document: D,
  revision?: string,
): Promise<D> {
  const saved = await replaceAtRevision(model, document, revision)
  if (!saved) throw conflict()
  return saved
}
