import { type LeanModel, type Revised, replaceAtRevision, updateAtRevision } from '@wardtrack/database'
import { conflict, notFound } from '@wardtrack/service-kit'

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
