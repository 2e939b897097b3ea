import type { ServiceParts } from '@wardtrack/access'
import type { AssetRef, LivePayloads } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type BusTopics,
  type Database,
  ignoreDuplicates,
  readTagEnds,
  searchGrams,
  searchWords,
  type TagMoment,
  tagChanges,
  tagKey,
} from '@wardtrack/database'
import { updateEach } from '@wardtrack/ingestion'
import {
  type ActiveRules,
  type DocumentRuleUpdate,
  documentRuleUpdate,
  newAssetRaises,
  type RuleEvaluation,
  withRules,
} from '@wardtrack/rules'
import { unavailable } from '@wardtrack/service-kit'
import { toAssetRef } from '../assets/index.ts'
import { type AssetDeliveries, mayBeUndelivered } from '../mirth/index.ts'
import type { AssetChange } from './asset-change.ts'
import { type AssetUpdate, assetUpdate, newAsset } from './asset-write.ts'
import { type AssetName, assetKey, readAssets } from './read-assets.ts'
import { type AssetUpsert, toUpsertBatches } from './upsert-batches.ts'

/** Tags removed from assets, and the assets that had them. */
type ReassignedTags = { holders: AssetName[]; tagKeys: string[] }

/**
 * Removes location tags from their current assets, because a later registration assigns them to others. Moving a tag
 * to another device is normal, and the pushing registry is the authority. (Adding a taken tag in the console is
 * refused instead.)
 * @param upserts assets that get the tags; no tag is claimed twice among them
 */
async function reassignTags(
  writing: Omit<Writing, 'active'>,
  upserts: readonly AssetUpsert[],
): Promise<ReassignedTags> {
  const claimants = new Map(
    upserts.flatMap((upsert) => [...upsert.claims].map((key) => [key, assetKey(upsert)] as const)),
  )
  if (claimants.size === 0) return { holders: [], tagKeys: [] }
  // driver: ingestion queries thousands of tags together, a hot path
  const holders = await writing.db.driver.assets
    .find({ TagKeys: { $in: [...claimants.keys()] } }, { projection: { SearchGrams: 0 } })
    .toArray()
  const reassigned: ReassignedTags = { holders: [], tagKeys: [] }
  for (const holder of holders) {
    const removedKeys = (holder.TagKeys ?? []).filter(
      (key) => claimants.has(key) && claimants.get(key) !== assetKey(holder),
    )
    if (removedKeys.length === 0) continue
    await removeTags(writing, holder, new Set(removedKeys))
    reassigned.holders.push({ AssetType: holder.AssetType, AssetId: holder.AssetId })
    reassigned.tagKeys.push(...removedKeys)
  }
  return reassigned
}

async function removeTags(
  { db, rules, clock }: Omit<Writing, 'active'>,
  holder: AssetDoc,
  removedKeys: ReadonlySet<string>,
): Promise<void> {
  const LocationTags = holder.LocationTags.filter((tag) => !removedKeys.has(tagKey(tag.Provider, tag.TagId)))
  const updatedAt = new Date()
  const { seen, $set, $unset } = tagChanges(holder, LocationTags, { now: clock.now(), keepSpelled: true })
  const changes = { $set: { ...$set, updatedAt }, $unset }
  const active = await rules.rules.read()
  const ruleUpdate = active && documentRuleUpdate(active, holder, changes, updatedAt)
  // Applies only if the tags are unchanged; otherwise the concurrent writer has handled them, and the claim is
  // retried.
  const q = { _id: holder._id, ...seen, ...ruleUpdate?.condition }
  await updateEach(db, 'assets', [{ q, u: withRules(changes, ruleUpdate) }])
  if (ruleUpdate && ruleUpdate.raised.length > 0) rules.announce([holder._id])
}

/**
 * Updates the names of assets in the links of other assets. Names are compared here: the store cannot compare
 * encrypted names, and would rewrite all of them with every registration.
 */
async function refreshNames(db: Database, docs: readonly AssetDoc[]): Promise<void> {
  const links = docs.flatMap((doc) =>
    linksOf(doc).map((linked) => ({ named: toAssetRef(doc), holder: assetKey(linked), linked })),
  )
  if (links.length === 0) return
  const linkedAssets = await readAssets(db, [
    ...new Map(links.map(({ holder, linked }) => [holder, linked])).values(),
  ])
  const writes = links.flatMap(({ named, holder, linked: { AssetType, AssetId } }) => {
    const link = linkTo(linkedAssets.get(holder), named)
    if (!link || link.Fields?.AssetName === named.Fields?.AssetName) return []
    const list = `Fields.Mappings.${named.AssetType}`
    return [
      {
        updateOne: {
          filter: { AssetType, AssetId, [list]: { $elemMatch: { AssetId: named.AssetId } } },
          update: { $set: { [`${list}.$.Fields`]: named.Fields ?? {} } },
        },
      },
    ]
  })
  // driver: ingestion writes thousands of names together, and a model would cast them one by one
  if (writes.length > 0) await db.driver.assets.bulkWrite(writes, { ordered: false })
}

const linksOf = ({ Fields }: AssetDoc): AssetRef[] => Object.values(Fields.Mappings ?? {}).flat()

const linkTo = (holder: AssetDoc | undefined, { AssetType, AssetId }: AssetRef): AssetRef | undefined =>
  holder && linksOf(holder).find((link) => link.AssetType === AssetType && link.AssetId === AssetId)

/** Maximum number of attempts for a batch that conflicts with another request. */
const MAX_ATTEMPTS = 6

type Change = LivePayloads['asset.changed']

/** Dependencies of registrations. */
export type UpsertParts = ServiceParts & { rules: RuleEvaluation }

/** Writes registrations durably, and publishes them on the bus before it resolves. Safe to repeat. */
export async function upsertAssets(
  parts: UpsertParts,
  deliveries: AssetDeliveries,
  changes: readonly AssetChange[],
): Promise<void> {
  for (const batch of toUpsertBatches(changes)) await writeBatch(parts, deliveries, batch)
}

async function writeBatch(
  parts: UpsertParts,
  deliveries: AssetDeliveries,
  batch: readonly AssetUpsert[],
): Promise<void> {
  const { db, bus, rules, clock } = parts
  const active = await rules.rules.read()
  const changed = new Map<string, Change>()
  const tagKeys = new Set<string>()
  try {
    for (let attempts = 1; ; attempts += 1) {
      const reassigned = await reassignTags({ db, rules, clock }, batch)
      for (const key of reassigned.tagKeys) tagKeys.add(key)
      for (const holder of reassigned.holders) changed.set(assetKey(holder), { ...holder, change: 'tags' })
      if (await tryWrite({ db, rules, clock, active }, batch, changed, tagKeys)) break
      if (attempts === MAX_ATTEMPTS) throw unavailable()
    }
    const stored = await updateDerived(db, batch)
    await deliveries.addAssets([...changed.values(), ...stored.filter(mayBeUndelivered)])
  } finally {
    // Also runs when the request fails: some changes are stored, and caches must be invalidated.
    const event: BusTopics['asset.changed'] = { changes: [...changed.values()], tagKeys: [...tagKeys] }
    if (event.changes.length > 0) bus.publish('asset.changed', event)
  }
}

type Step =
  | { kind: 'insert'; change: AssetUpsert; doc: AssetDoc }
  | {
      kind: 'update'
      change: AssetUpsert
      doc: AssetDoc
      update: AssetUpdate
      ruleUpdate: DocumentRuleUpdate | undefined
    }

type Writing = Pick<UpsertParts, 'db' | 'rules' | 'clock'> & { active: ActiveRules | undefined }

/**
 * Writes a batch. Returns false when another writer has changed an asset, a tag or a rule's input meanwhile; the
 * batch must then be evaluated again.
 */
async function tryWrite(
  { db, rules, clock, active }: Writing,
  batch: readonly AssetUpsert[],
  changed: Map<string, Change>,
  tagKeys: Set<string>,
): Promise<boolean> {
  const stored = await readAssets(db, batch)
  const ends = await readTagEnds(db, newTagKeys(batch, stored))
  const steps = stepsOf(batch, stored, active, { now: clock.now(), ends })
  if (steps.length === 0) return true
  for (const step of steps) noteChange(step, changed, tagKeys)
  const writes = steps.map((step) =>
    step.kind === 'insert'
      ? { insertOne: { document: step.doc } }
      : {
          updateOne: {
            filter: { _id: step.doc._id, ...step.update.seen, ...step.ruleUpdate?.condition },
            update: withRules(step.update, step.ruleUpdate),
          },
        },
  )
  try {
    // driver: ingestion writes thousands of assets together, and a model would cast them one by one
    const { matchedCount } = await db.driver.assets.bulkWrite(writes, { ordered: false })
    return matchedCount === steps.filter(({ kind }) => kind === 'update').length
  } catch (error) {
    ignoreDuplicates(error)
    return false
  } finally {
    // Assets that were written hold pending notifications; the others hold none.
    rules.announce(steps.filter(isRaising).map(({ doc }) => doc._id))
  }
}

const isRaising = (step: Step): boolean =>
  (step.kind === 'insert' ? (step.doc.Rules?.raised?.length ?? 0) : (step.ruleUpdate?.raised.length ?? 0)) > 0

/** Returns the keys of the tags that assets do not carry yet. */
const newTagKeys = (batch: readonly AssetUpsert[], stored: ReadonlyMap<string, AssetDoc>): string[] =>
  batch.flatMap((upsert) => {
    const held = new Set(stored.get(assetKey(upsert))?.TagKeys)
    return [...upsert.claims].filter((key) => !held.has(key))
  })

function stepsOf(
  batch: readonly AssetUpsert[],
  stored: ReadonlyMap<string, AssetDoc>,
  active: ActiveRules | undefined,
  moment: TagMoment,
): Step[] {
  const now = new Date()
  return batch.flatMap((change): Step[] => {
    const doc = stored.get(assetKey(change))
    if (!doc) return [{ kind: 'insert', change, doc: withRaises(newAsset(change, now, moment), active, now) }]
    const update = assetUpdate(doc, change, now, moment)
    if (!update) return []
    const ruleUpdate = active && documentRuleUpdate(active, doc, update, now)
    return [{ kind: 'update', change, doc, update, ruleUpdate }]
  })
}

function withRaises(doc: AssetDoc, active: ActiveRules | undefined, now: Date): AssetDoc {
  const raised = active ? newAssetRaises(active, doc, now) : []
  return raised.length > 0 ? { ...doc, Rules: { raised } } : doc
}

function noteChange(step: Step, changed: Map<string, Change>, tagKeys: Set<string>): void {
  const { AssetType, AssetId } = step.change
  const key = assetKey(step.change)
  if (step.kind === 'insert') changed.set(key, { AssetType, AssetId, change: 'created' })
  else if (changed.get(key)?.change !== 'created') changed.set(key, { AssetType, AssetId, change: 'updated' })
  if (step.kind === 'update' && !step.update.seen) return
  for (const tag of [...step.change.claims, ...(step.doc.TagKeys ?? [])]) tagKeys.add(tag)
}

/**
 * Updates data derived from the written values: search texts, and the names in linked assets. It uses the stored
 * state, so that two requests that changed different members of an asset both count.
 * @returns the assets as stored
 */
async function updateDerived(db: Database, batch: readonly AssetUpsert[]): Promise<AssetDoc[]> {
  const docs = [...(await readAssets(db, batch)).values()]
  const searchable = await Promise.all(docs.map((doc) => db.sealing.searchable(doc)))
  const stale = docs.flatMap((doc, index) => {
    const searched = searchable[index] ?? doc
    const SearchGrams = searchGrams(searched)
    const SearchWords = searchWords(searched)
    if (sameTexts(SearchGrams, doc.SearchGrams) && sameTexts(SearchWords, doc.SearchWords)) return []
    return [{ updateOne: { filter: { _id: doc._id }, update: { $set: { SearchGrams, SearchWords } } } }]
  })
  // driver: like the write above
  if (stale.length > 0) await db.driver.assets.bulkWrite(stale, { ordered: false })
  await refreshNames(db, docs)
  return docs
}

const sameTexts = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  a.length === b?.length && a.every((text, index) => text === b[index])
