import {
  type LeanModel,
  type Revised,
  replaceAtRevision,
  revisionOf,
  updateAtRevision,
} from '@wardtrack/database'
import { conflict, notFound } from '@wardtrack/service-kit'

/** Attempts at an edit while other writers change the same document. */
const MAX_ATTEMPTS = 5

/**
 * Repeats an edit until it is written on exactly the state that was checked. When the document changes between check
 * and write, the check is repeated. Otherwise a person could write to a document that they may no longer see.
 * @param attempt function that reads, checks and writes; undefined when the document changed between reading and
 * writing
 * @throws ApiError the attempt's own error; 409 `conflict` when others keep changing the document
 */
export async function repeatUntilWritten<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const written = await attempt()
    if (written !== undefined) return written
  }
  throw conflict()
}

/**
 * Compares the caller's revision with the stored one.
 * @param revision any revision when left out
 * @throws ApiError 409 `conflict` when they differ
 */
export function requireRevision(read: Revised, revision: string | undefined): void {
  if (revision !== undefined && revision !== revisionOf(read)) throw conflict()
}

type Edit<D extends Revised> = Parameters<typeof updateAtRevision<D>>[1]

/**
 * Changes a document that several people edit. The first of two changes based on one revision succeeds.
 * @param edit the document, the change, and the caller's revision; any revision when left out
 * @throws ApiError 404 when the document does not exist, 409 `conflict` when it has another revision
 */
export async function editDocument<D extends Revised>(model: LeanModel<D>, edit: Edit<D>): Promise<D> {
  const changed = await updateAtRevision(model, edit)
  if (changed) return changed
  throw (await model.findOne(edit.filter)) ? conflict() : notFound()
}

/**
 * Creates or replaces a whole document that several people edit.
 * @param revision the caller's revision; any when left out
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
