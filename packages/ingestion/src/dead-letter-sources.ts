import type { ServiceParts } from '@wardtrack/access'
import { type DeadLetterDoc, trusted } from '@wardtrack/database'
import { SealedValueError } from '@wardtrack/encryption'
import { ApiError } from '@wardtrack/service-kit'
import { type LetterSource, sourceContext } from './dead-letters.store.ts'
import type { IngestEndpoint } from './endpoint.types.ts'
import { sourceSender } from './provider-format/format-push.ts'
import { type ItemResult, refuseItem } from './read-items.ts'

/** Letters that are refused again after the replay of their body, with the reasons. */
export type ReplayedSource = ReadonlyMap<string, DeadLetterDoc['errors']>

/**
 * Returns true if a letter is replayed by its whole body, because the provider's expression may have been fixed
 * since. A corrected letter has an item, which is replayed instead.
 */
export const isSourceLetter = ({ source, mended }: DeadLetterDoc): boolean =>
  source !== undefined && mended === undefined

/** Dependencies of reading kept bodies. */
export type SourceParts = Pick<ServiceParts, 'db' | 'keyRing'>

/** Reads a kept body in a provider's own format; undefined when it is gone. */
export async function findSource(
  { db, keyRing }: SourceParts,
  id: string,
): Promise<LetterSource | undefined> {
  const source = await db.models.deadLetterSources.findOne({ _id: id })
  if (!source) return undefined
  const { text, isLines, nonce, receivedAt } = source
  try {
    return { id, text: keyRing.open(text, sourceContext(id)), isLines, nonce, receivedAt }
  } catch (error) {
    // Without its key in the installation, the body is lost.
    if (error instanceof SealedValueError) return undefined
    throw error
  }
}

/**
 * Replays the bodies of letters, each once. Items that were accepted before are duplicates now, and items that are
 * refused again keep their letters.
 */
export async function replaySources(
  parts: SourceParts,
  endpoint: IngestEndpoint,
  letters: readonly DeadLetterDoc[],
  {
    bodies,
    count,
  }: {
    bodies: Map<string, ReplayedSource>
    count: (letter: DeadLetterDoc, itemResult: ItemResult) => void
  },
): Promise<void> {
  for (const letter of letters) {
    const id = letter.source ?? ''
    const refused = bodies.get(id) ?? (await replaySource(parts, endpoint, letter))
    bodies.set(id, refused)
    count(letter, refused.get(letter._id) ?? 'accepted')
  }
}

async function replaySource(
  parts: SourceParts,
  endpoint: IngestEndpoint,
  { source: id = '', provider, sender }: DeadLetterDoc,
): Promise<ReplayedSource> {
  const source = await findSource(parts, id)
  const { db } = parts
  const before = new Date()
  const failed = source
    ? await acceptAgain(endpoint, source, provider, sender)
    : refuseItem('', 'format_failed', 'The body is no longer stored.')
  const letters = await db.models.deadLetters.find({ source: id, mended: trusted({ $exists: false }) })
  if (failed) return new Map(letters.map(({ _id }) => [_id, [failed]]))
  // A letter that was refused again has been rewritten meanwhile.
  const isRefused = (letter: DeadLetterDoc): boolean => letter.receivedAt >= before
  const acceptedIds = letters.filter((letter) => !isRefused(letter)).map(({ _id }) => _id)
  if (acceptedIds.length > 0)
    await db.models.deadLetters.updateMany(
      { _id: trusted({ $in: acceptedIds }) },
      { $set: { replayed: before } },
    )
  return new Map(letters.filter(isRefused).map(({ _id, errors }) => [_id, errors]))
}

/** Replays a body; returns a refusal when the provider has no format any more. */
async function acceptAgain(
  endpoint: IngestEndpoint,
  source: LetterSource,
  provider: string,
  sender: string | undefined,
) {
  try {
    await endpoint.replaySource(source, sourceSender(source, provider, sender))
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found')
      return refuseItem('', 'format_failed', error.message)
    throw error
  }
}
