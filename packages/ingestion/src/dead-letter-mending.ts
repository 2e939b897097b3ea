import { messages } from '@wardtrack/contracts'
import { type Database, type DeadLetterDoc, trusted } from '@wardtrack/database'
import type { Viewer } from '@wardtrack/patient-rule'
import { ApiError, invalid, notFound, refusedJson } from '@wardtrack/service-kit'
import { visibleDeadLetters } from './dead-letter-visibility.ts'
import { storedItem } from './dead-letters.store.ts'
import type { IngestEndpoint } from './endpoint.types.ts'

/** The correction of a refused item, and its author. */
export type Mending = {
  item: Record<string, unknown>
  endpoint: IngestEndpoint
  viewer: Viewer
  requestId: string
}

/**
 * Replaces a refused item by a corrected one, if the endpoint would accept it; the item is not ingested yet. A person
 * without the patient-data flag cannot turn it into an item about a patient. An item keeps its provider.
 * @throws ApiError 400 naming the faults, 409 for an item that its key was not allowed to send, 404 when it is gone
 */
export async function mendDeadLetter(
  db: Database,
  letter: DeadLetterDoc,
  { item, endpoint, viewer, requestId }: Mending,
): Promise<DeadLetterDoc> {
  if (letter.codes.includes('provider_mismatch')) throw new ApiError('conflict', messages.notMendable)
  const refused = refusedJson(item)
  if (refused) throw refused
  const sender = {
    ...(letter.provider ? { provider: letter.provider } : {}),
    isProviderKey: letter.provider !== '',
    nonce: { text: requestId, repeatable: false },
  }
  const [errors = []] = await endpoint.check([item], sender)
  if (errors.length > 0)
    throw invalid(
      errors.map(({ path, message }) => ({ path: path === '' ? 'item' : `item.${path}`, message })),
    )
  const { tagKey: _tag, assetId: _id, assetType: _type, item: _item, ...letterFields } = letter
  const mended: DeadLetterDoc = {
    ...letterFields,
    ...storedItem(item, letter.provider),
    codes: withoutFailure(letter),
    mended: new Date(),
  }
  if (!(await visibleDeadLetters(db, [mended], viewer)).has(mended))
    throw invalid([{ path: 'item', message: messages.assetUnknown }])
  // A letter that was pruned or corrected meanwhile is not the one that was checked.
  const unchanged = letter.mended === undefined ? trusted({ $exists: false }) : letter.mended
  const { matchedCount } = await db.models.deadLetters.replaceOne(
    { _id: mended._id, mended: unchanged, receivedAt: letter.receivedAt },
    mended,
  )
  if (matchedCount === 0) throw notFound()
  return mended
}

/** A corrected body is a single item, so that the failure of the whole body no longer applies. */
const withoutFailure = ({ codes }: DeadLetterDoc): DeadLetterDoc['codes'] =>
  codes.map((code) => (code === 'format_failed' ? 'validation' : code))
