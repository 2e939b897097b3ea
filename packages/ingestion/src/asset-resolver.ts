import type { ServiceParts } from '@wardtrack/access'
import type { AssetDoc, Database } from '@wardtrack/database'
import { BUS_GAP, isToldOfEveryChange } from '@wardtrack/service-kit'
import { applyAssetUpdate, CACHED_MEMBERS, type CachedAsset, stateOf, toCachedAsset } from './cached-asset.ts'
import { assetSubjectKey, tagSubjectKey } from './event-identity.ts'

type KnownAssets = (CachedAsset | undefined)[]

/** Finds the asset that a tag, or a type and id, stands for. */
export type AssetResolver = {
  /** assets in the order of the names (see `toSubjectKey`), undefined where nobody is known; at once when all are remembered */
  resolve(subjectKeys: readonly string[]): Promise<KnownAssets> | KnownAssets
  close(): void
}

/** Assets remembered: two generations of this many. */
const GENERATION = 60_000
/**
 * How long what was read counts, in milliseconds: after `soft` it is read anew beside the events, after `hard` events
 * wait for that. Where no bus tells what other processes change, it counts for less.
 */
const AGES = { told: { soft: 120_000, hard: 600_000 }, untold: { soft: 5_000, hard: 15_000 } } as const
/** Names of one query. */
const PAGE = 2_000

/** Makes the finder of a process. What it remembers is bounded, and forgotten as the bus tells of changes. */
export function createAssetResolver(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'log' | 'cacheMode'>,
): AssetResolver {
  const { db, bus, log } = parts
  const wanted = new Set<string>()
  let young = new Map<string, CachedAsset>()
  let old = new Map<string, CachedAsset>()
  let next: Promise<Map<string, CachedAsset>> | undefined
  // Counts what was forgotten: an answer of the store that was on its way meanwhile is used but not remembered.
  let forgettings = 0

  const recall = (subjectKey: string): CachedAsset | undefined => {
    const asset = young.get(subjectKey) ?? old.get(subjectKey)
    return asset?.forgotten ? undefined : asset
  }
  const remember = (subjectKey: string, asset: CachedAsset): void => {
    if (young.size >= GENERATION) {
      old = young
      young = new Map()
    }
    young.set(subjectKey, asset)
  }
  const drop = (subjectKey: string): void => {
    young.delete(subjectKey)
    old.delete(subjectKey)
  }
  const forget = (subjectKey: string): void => {
    const asset = recall(subjectKey)
    if (asset) asset.forgotten = true
    drop(subjectKey)
  }
  const stops = [
    bus.subscribe('asset.changed', ({ changes, tagKeys }) => {
      forgettings += 1
      for (const { AssetType, AssetId } of changes) forget(assetSubjectKey(AssetType, AssetId))
      for (const key of tagKeys) forget(tagSubjectKey(key))
    }),
    bus.subscribe('asset.status', (changes) => {
      for (const { AssetType, AssetId, Fields, FieldTimes } of changes) {
        const asset = recall(assetSubjectKey(AssetType, AssetId))
        if (!asset) continue
        asset.state = { ...asset.state, ...stateOf(Fields) }
        for (const [name, time] of Object.entries(FieldTimes))
          asset.fieldTimes[name] = Math.max(asset.fieldTimes[name] ?? 0, Date.parse(time))
      }
    }),
    bus.subscribe(BUS_GAP, () => {
      forgettings += 1
      young.clear()
      old.clear()
    }),
  ]

  const load = async (subjectKeys: readonly string[]): Promise<Map<string, CachedAsset>> => {
    const before = forgettings
    const readAt = Date.now()
    const found = new Map<string, CachedAsset>()
    for (const doc of await readAssets(db, subjectKeys)) {
      // One asset is one object, however it was named: what is learnt of it counts for all its names.
      const own = assetSubjectKey(doc.AssetType, doc.AssetId)
      const read = toCachedAsset(doc, readAt)
      const asset = recall(own) ?? read
      if (asset !== read) applyAssetUpdate(asset, read)
      for (const name of [own, ...(doc.TagKeys ?? []).map(tagSubjectKey)]) found.set(name, asset)
    }
    if (before !== forgettings) return found
    for (const [name, asset] of found) remember(name, asset)
    for (const subjectKey of subjectKeys) if (!found.has(subjectKey)) drop(subjectKey)
    return found
  }
  // What requests of one turn of the event loop ask for is one query.
  const loadSoon = (subjectKeys: Iterable<string>): Promise<Map<string, CachedAsset>> => {
    for (const subjectKey of subjectKeys) wanted.add(subjectKey)
    next ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      const batch = [...wanted]
      wanted.clear()
      next = undefined
      return load(batch)
    })
    return next
  }
  return {
    resolve: (subjectKeys) => {
      const now = Date.now()
      const age = isToldOfEveryChange(parts) ? AGES.told : AGES.untold
      const missing: string[] = []
      const due: string[] = []
      const assets = subjectKeys.map((subjectKey) => {
        const asset = recall(subjectKey)
        const since = asset ? now - asset.readAt : Number.POSITIVE_INFINITY
        if (since > age.soft) (since > age.hard ? missing : due).push(subjectKey)
        return since > age.hard ? undefined : asset
      })
      if (due.length > 0)
        loadSoon(due).catch((error: unknown) => log.debug({ err: error }, 'assets are read anew later'))
      if (missing.length === 0) return assets
      return loadSoon(missing).then((found) =>
        assets.map((asset, index) => asset ?? found.get(subjectKeys[index] ?? '')),
      )
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

async function readAssets(db: Database, subjectKeys: readonly string[]): Promise<AssetDoc[]> {
  const docs: AssetDoc[] = []
  for (let from = 0; from < subjectKeys.length; from += PAGE)
    docs.push(...(await readPage(db, subjectKeys.slice(from, from + PAGE))))
  return docs
}

async function readPage(db: Database, subjectKeys: readonly string[]): Promise<AssetDoc[]> {
  const tags: string[] = []
  const byType = new Map<string, string[]>()
  for (const subjectKey of subjectKeys) {
    if (subjectKey.startsWith('tag:')) tags.push(subjectKey.slice('tag:'.length))
    else {
      const [, type = ''] = subjectKey.split(':', 2)
      const ids = byType.get(type) ?? []
      ids.push(subjectKey.slice('asset:'.length + type.length + 1))
      byType.set(type, ids)
    }
  }
  const filters = [
    ...(tags.length > 0 ? [{ TagKeys: { $in: tags } }] : []),
    ...[...byType].map(([AssetType, ids]) => ({ AssetType, AssetId: { $in: ids } })),
  ]
  const lists = await Promise.all(
    filters.map((filter) => db.assets.find(filter, { projection: CACHED_MEMBERS }).toArray()),
  )
  return lists.flat() as AssetDoc[]
}
