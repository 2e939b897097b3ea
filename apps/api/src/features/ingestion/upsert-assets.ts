import type { ServiceParts } from '@wardtrack/access'
import type { AssetRef, LivePayloads } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type BusTopics,
  type Database,
  ignoreDuplicates,
  searchGrams,
  searchWords,
} from '@wardtrack/database'
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
import { assetKey, readAssets } from './read-assets.ts'
import { reassignTags } from './reassign-tags.ts'
import { type AssetUpsert, toUpsertBatches } from './upsert-batches.ts'

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
  const { db, bus, rules } = parts
  const active = await rules.rules.read()
  const changed = new Map<string, Change>()
  const tagKeys = new Set<string>()
  try {
    for (let attempts = 1; ; attempts += 1) {
      const reassigned = await reassignTags(db, rules, batch)
      for (const key of reassigned.tagKeys) tagKeys.add(key)
      for (const holder of reassigned.holders) changed.set(assetKey(holder), { ...holder, change: 'tags' })
      if (await tryWrite({ db, rules, active }, batch, changed, tagKeys)) break
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

type Writing = { db: Database; rules: RuleEvaluation; active: ActiveRules | undefined }

/**
 * Writes a batch. Returns false when another writer has changed an asset, a tag or a rule's input meanwhile; the
 * batch must then be evaluated again.
 */
async function tryWrite(
  { db, rules, active }: Writing,
  batch: readonly AssetUpsert[],
  changed: Map<string, Change>,
  tagKeys: Set<string>,
): Promise<boolean> {
  const steps = stepsOf(batch, await readAssets(db, batch), active, new Date())
  if (steps.length === 0) return true
  for (const step of steps) noteChange(step, changed, tagKeys)
  const writes = steps.map((step) =>
    step.kind === 'insert'
      ? { insertOne: { document: step.doc } }
      : {
          updateOne: {
            filter: { _id: step.doc._id, ...step.ruleUpdate?.condition },
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

function stepsOf(
  batch: readonly AssetUpsert[],
  stored: ReadonlyMap<string, AssetDoc>,
  active: ActiveRules | undefined,
  now: Date,
): Step[] {
  return batch.flatMap((change): Step[] => {
    const doc = stored.get(assetKey(change))
    if (!doc) return [{ kind: 'insert', change, doc: withRaises(newAsset(change, now), active, now) }]
    const update = assetUpdate(doc, change, now)
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
  if (step.kind === 'update' && !step.update.tags) return
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
