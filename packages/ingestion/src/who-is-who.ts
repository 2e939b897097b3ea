import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, type BusTopics, type Database, tagKey } from '@wardtrack/database'
import { BUS_GAP } from '@wardtrack/service-kit'
import { whoOfAsset, whoOfTag } from './identity.ts'
import { KNOWN_MEMBERS, type KnownAsset, knownAsset, stateOf } from './known-asset.ts'

/** Finds the asset that a tag, or a type and id, stands for. */
export type WhoIsWho = {
  /** assets in the order of the names (see `whoOf`); undefined where nobody is known */
  resolve(whos: readonly string[]): Promise<(KnownAsset | undefined)[]>
  close(): void
}

/** Assets remembered: two generations of this many. */
const GENERATION = 60_000
/** A remembered asset is read anew after this time; sooner where no bus tells what other processes change. */
const MAX_AGE_MS = { hearsAll: 300_000, alone: 5_000 } as const

/** Makes the finder of a process. What it remembers is bounded, and forgotten as the bus tells of changes. */
export function createWhoIsWho(parts: Pick<ServiceParts, 'db' | 'bus' | 'hearsAll'>): WhoIsWho {
  const { db, bus } = parts
  const maxAge = parts.hearsAll ? MAX_AGE_MS.hearsAll : MAX_AGE_MS.alone
  let young = new Map<string, KnownAsset>()
  let old = new Map<string, KnownAsset>()
  // Counts what was forgotten: an answer of the store that was on its way meanwhile is used but not remembered.
  let forgettings = 0

  const recall = (who: string, now: number): KnownAsset | undefined => {
    const asset = young.get(who) ?? old.get(who)
    if (!asset || asset.forgotten || now - asset.readAt > maxAge) return undefined
    return asset
  }
  const remember = (who: string, asset: KnownAsset): void => {
    if (young.size >= GENERATION) {
      old = young
      young = new Map()
    }
    young.set(who, asset)
  }
  const forget = (who: string): void => {
    for (const asset of [young.get(who), old.get(who)]) if (asset) asset.forgotten = true
    young.delete(who)
    old.delete(who)
  }
  const stops = [
    bus.subscribe<BusTopics['asset.changed']>('asset.changed', ({ changes, tagKeys }) => {
      forgettings += 1
      for (const { AssetType, AssetId } of changes) forget(whoOfAsset(AssetType, AssetId))
      for (const key of tagKeys) forget(whoOfTag(key))
    }),
    bus.subscribe<BusTopics['asset.status']>('asset.status', (changes) => {
      for (const { AssetType, AssetId, Fields, FieldTimes } of changes) {
        const asset = recall(whoOfAsset(AssetType, AssetId), Date.now())
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

  const load = async (whos: readonly string[], now: number): Promise<Map<string, KnownAsset>> => {
    const before = forgettings
    const found = new Map<string, KnownAsset>()
    for (const doc of await readAssets(db, whos)) {
      // One asset is one object, however it was named: what is learnt of it counts for all its names.
      const own = whoOfAsset(doc.AssetType, doc.AssetId)
      const asset = recall(own, now) ?? knownAsset(doc, now)
      const names = [own, ...(doc.TagKeys ?? []).map(whoOfTag)]
      for (const name of names) found.set(name, asset)
      if (before === forgettings) for (const name of names) remember(name, asset)
    }
    return found
  }
  return {
    resolve: async (whos) => {
      const now = Date.now()
      const assets = whos.map((who) => recall(who, now))
      const missing = new Set(whos.filter((_, index) => !assets[index]))
      if (missing.size === 0) return assets
      const found = await load([...missing], now)
      return assets.map((asset, index) => asset ?? found.get(whos[index] ?? ''))
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

async function readAssets(db: Database, whos: readonly string[]): Promise<AssetDoc[]> {
  const tags: string[] = []
  const byType = new Map<string, string[]>()
  for (const who of whos) {
    if (who.startsWith('tag:')) tags.push(who.slice('tag:'.length))
    else {
      const [, type = ''] = who.split(':', 2)
      const ids = byType.get(type) ?? []
      ids.push(who.slice('asset:'.length + type.length + 1))
      byType.set(type, ids)
    }
  }
  const filters = [
    ...(tags.length > 0 ? [{ TagKeys: { $in: tags } }] : []),
    ...[...byType].map(([AssetType, ids]) => ({ AssetType, AssetId: { $in: ids } })),
  ]
  const lists = await Promise.all(
    filters.map((filter) => db.assets.find(filter, { projection: KNOWN_MEMBERS }).toArray()),
  )
  return lists.flat() as AssetDoc[]
}

/** {@link whoOfTag} of a provider's tag. */
export const whoOfProviderTag = (provider: string, tagId: string): string => whoOfTag(tagKey(provider, tagId))
