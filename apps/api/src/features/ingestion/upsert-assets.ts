import type { ServiceParts } from '@wardtrack/access'
import type { LivePayloads } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type BusTopics,
  type Database,
  isDuplicateKey,
  searchGrams,
  searchWords,
  tagKey,
} from '@wardtrack/database'
import { unavailable } from '@wardtrack/service-kit'
import type { AssetChange } from './asset-change.ts'
import { type AssetUpdate, assetUpdate, newAsset } from './asset-write.ts'
import { toBatchesWithoutRepeats } from './batches-without-repeats.ts'
import { assetKey, readAssets } from './read-assets.ts'
import { reassignTags } from './reassign-tags.ts'
import { refreshNames } from './refresh-names.ts'

/** How often a wave that met another request's is tried again. */
const MAX_ATTEMPTS = 6

type Change = LivePayloads['asset.changed']

/** Writes registrations durably, and tells the bus of them before it resolves. Safe to repeat. */
export async function upsertAssets(parts: ServiceParts, changes: readonly AssetChange[]): Promise<void> {
  const waves = toBatchesWithoutRepeats(changes, (change) => [assetKey(change), ...claimedBy(change)])
  for (const wave of waves) await writeWave(parts, wave)
}

const claimedBy = (change: AssetChange): string[] =>
  (change.LocationTags ?? []).map((tag) => tagKey(tag.Provider, tag.TagId))

async function writeWave(parts: ServiceParts, wave: readonly AssetChange[]): Promise<void> {
  const { db, bus } = parts
  const changed = new Map<string, Change>()
  const tagKeys = new Set<string>()
  try {
    for (let tries = 1; ; tries += 1) {
      const taken = await reassignTags(
        db,
        new Map(wave.map((change) => [assetKey(change), claimedBy(change)])),
      )
      for (const key of taken.tagKeys) tagKeys.add(key)
      for (const loser of taken.losers) changed.set(assetKey(loser), { ...loser, change: 'tags' })
      if (await tryWave(db, wave, changed, tagKeys)) break
      if (tries === MAX_ATTEMPTS) throw unavailable()
    }
    await settleDerived(db, wave)
  } finally {
    // Also when the request fails: what was written is there, and caches must hear of it.
    const told: BusTopics['asset.changed'] = { changes: [...changed.values()], tagKeys: [...tagKeys] }
    if (told.changes.length > 0) bus.publish('asset.changed', told)
  }
}

type Step =
  | { kind: 'insert'; change: AssetChange; doc: AssetDoc }
  | { kind: 'update'; change: AssetChange; doc: AssetDoc; update: AssetUpdate }

/** Writes a wave; false when another request was faster with an asset or a tag and it must be looked at anew. */
async function tryWave(
  db: Database,
  wave: readonly AssetChange[],
  changed: Map<string, Change>,
  tagKeys: Set<string>,
): Promise<boolean> {
  const steps = stepsOf(wave, await readAssets(db, wave), new Date())
  if (steps.length === 0) return true
  for (const step of steps) note(step, changed, tagKeys)
  const writes = steps.map((step) =>
    step.kind === 'insert'
      ? { insertOne: { document: step.doc } }
      : { updateOne: { filter: { _id: step.doc._id }, update: updateOf(step.update) } },
  )
  try {
    await db.assets.bulkWrite(writes, { ordered: false })
    return true
  } catch (error) {
    const failures = (error as { writeErrors?: readonly { code?: number }[] }).writeErrors
    if (failures ? failures.every((one) => one.code === 11_000) : isDuplicateKey(error)) return false
    throw error
  }
}

function stepsOf(wave: readonly AssetChange[], stored: ReadonlyMap<string, AssetDoc>, now: Date): Step[] {
  return wave.flatMap((change): Step[] => {
    const doc = stored.get(assetKey(change))
    if (!doc) return [{ kind: 'insert', change, doc: newAsset(change, now) }]
    const update = assetUpdate(doc, change, now)
    return update ? [{ kind: 'update', change, doc, update }] : []
  })
}

const updateOf = ({ $set, $unset }: AssetUpdate): Record<string, unknown> =>
  Object.keys($unset).length > 0 ? { $set, $unset } : { $set }

function note(step: Step, changed: Map<string, Change>, tagKeys: Set<string>): void {
  const { AssetType, AssetId } = step.change
  const key = assetKey(step.change)
  if (step.kind === 'insert') changed.set(key, { AssetType, AssetId, change: 'created' })
  else if (changed.get(key)?.change !== 'created') changed.set(key, { AssetType, AssetId, change: 'updated' })
  if (step.kind === 'update' && !step.update.tags) return
  for (const tag of [...claimedBy(step.change), ...(step.doc.TagKeys ?? [])]) tagKeys.add(tag)
}

/**
 * Brings what is derived from the written values in line: search pieces, and the names that linked assets carry. It is
 * done from what is stored now, so that two requests that changed different members of one asset both count.
 */
async function settleDerived(db: Database, wave: readonly AssetChange[]): Promise<void> {
  const docs = [...(await readAssets(db, wave)).values()]
  const stale = docs.flatMap((doc) => {
    const SearchGrams = searchGrams(doc)
    const SearchWords = searchWords(doc)
    if (sameTexts(SearchGrams, doc.SearchGrams) && sameTexts(SearchWords, doc.SearchWords)) return []
    return [{ updateOne: { filter: { _id: doc._id }, update: { $set: { SearchGrams, SearchWords } } } }]
  })
  if (stale.length > 0) await db.assets.bulkWrite(stale, { ordered: false })
  await refreshNames(db, docs)
}

const sameTexts = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  a.length === b?.length && a.every((text, at) => text === b[at])
