import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, type Database, DURABLE_READ } from '@wardtrack/database'
import { BUS_GAP, boundedCache, hasReliableInvalidation } from '@wardtrack/service-kit'
import {
  applyAssetUpdate,
  assetSubjectKey,
  CACHED_MEMBERS,
  type CachedAsset,
  isBeforeStart,
  stateOf,
  tagKeyOfSubject,
  tagSubjectKey,
  toCachedAsset,
} from './cached-asset.ts'
import { createFormerCarriers } from './former-carriers.ts'

type ResolvedAssets = (CachedAsset | undefined)[]

/** Subject and time of an event. */
type SubjectTime = { subjectKey: string; time: Date }

/** Finds the asset of a tag, or of a type and id. */
export type AssetResolver = {
  /**
   * Finds the assets of events in their order (see `toSubjectKey`); undefined for unknown ones. Returns without waiting
   * when all assets are cached. A tag's event belongs to the asset that carried the tag at its time.
   * @param options `retryUnknown`: also queries the store for subjects that were unknown a moment ago
   */
  resolve(
    events: readonly SubjectTime[],
    options?: { retryUnknown?: boolean },
  ): Promise<ResolvedAssets> | ResolvedAssets
  close(): void
}

/** Limit of cached subject keys; an asset has one for itself and one for each of its tags. */
const MAX_CACHED = 120_000
/** Limit of subject keys cached as unknown. */
const MAX_UNKNOWN = 50_000
/**
 * Cache times in milliseconds. After `soft` an asset is read again in the background; after `hard` events wait for
 * the read. Unknown subjects have their own time. Without a bus for changes by other processes, the times are
 * shorter.
 */
const MAX_AGES_MS = {
  notified: { soft: 120_000, hard: 600_000, unknown: 60_000 },
  unnotified: { soft: 5_000, hard: 15_000, unknown: 2_000 },
} as const
/** Number of keys in one query. */
const PAGE = 2_000

/**
 * Creates the resolver of a process: a bounded cache of assets by subject key, invalidated by change events of the
 * bus. Unknown subjects are cached too, so that a flood of them costs no queries.
 */
export function createAssetResolver(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'log' | 'cacheMode'>,
): AssetResolver {
  const { db, log } = parts
  const cached = boundedCache<CachedAsset>(MAX_CACHED)
  /** time of the last query, by subject key */
  const unknown = boundedCache<number>(MAX_UNKNOWN)
  const formerCarriers = createFormerCarriers(db)
  const requestedKeys = new Set<string>()
  let nextLoad: Promise<Map<string, CachedAsset>> | undefined
  // A query result that was under way during an invalidation is used but not cached.
  let invalidations = 0

  const freshAsset = (subjectKey: string): CachedAsset | undefined => {
    const asset = cached.get(subjectKey)
    return asset?.isStale ? undefined : asset
  }
  const unsubscribe = subscribe(parts.bus, {
    freshAsset,
    invalidate: (subjectKeys) => {
      invalidations += 1
      for (const subjectKey of subjectKeys) {
        // All keys of an asset share one object.
        const asset = cached.peek(subjectKey)
        if (asset) asset.isStale = true
        cached.delete(subjectKey)
        unknown.delete(subjectKey)
        const tag = tagKeyOfSubject(subjectKey)
        if (tag !== undefined) formerCarriers.invalidate(tag)
      }
    },
    clear: () => {
      invalidations += 1
      formerCarriers.clear()
      cached.clear()
      unknown.clear()
    },
  })

  const load = async (subjectKeys: readonly string[]): Promise<Map<string, CachedAsset>> => {
    const invalidationsBefore = invalidations
    const readAt = performance.now()
    const found = new Map<string, CachedAsset>()
    for (const doc of await readAssets(db, subjectKeys)) {
      const assetKey = assetSubjectKey(doc.AssetType, doc.AssetId)
      const storedAsset = toCachedAsset(doc, readAt)
      const asset = freshAsset(assetKey) ?? storedAsset
      if (asset !== storedAsset) applyAssetUpdate(asset, storedAsset)
      for (const key of [assetKey, ...(doc.TagKeys ?? []).map(tagSubjectKey)]) found.set(key, asset)
    }
    if (invalidationsBefore !== invalidations) return found
    for (const [key, asset] of found) {
      cached.set(key, asset)
      unknown.delete(key)
    }
    for (const key of subjectKeys)
      if (!found.has(key)) {
        cached.delete(key)
        unknown.set(key, readAt)
      }
    return found
  }
  // All requests in one turn of the event loop share one query.
  const loadSoon = (subjectKeys: readonly string[]): Promise<Map<string, CachedAsset>> => {
    for (const key of subjectKeys) requestedKeys.add(key)
    nextLoad ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      const batch = [...requestedKeys]
      requestedKeys.clear()
      nextLoad = undefined
      return load(batch)
    })
    return nextLoad
  }
  const resolveCurrent = (
    subjectKeys: readonly string[],
    retryUnknown: boolean,
  ): Promise<ResolvedAssets> | ResolvedAssets => {
    const now = performance.now()
    const maxAge = hasReliableInvalidation(parts) ? MAX_AGES_MS.notified : MAX_AGES_MS.unnotified
    const missing: string[] = []
    const dueForRefresh: string[] = []
    const assets = subjectKeys.map((key) => {
      const asset = freshAsset(key)
      if (!asset) {
        const isUnknown = now - (unknown.get(key) ?? Number.NEGATIVE_INFINITY) <= maxAge.unknown
        if (retryUnknown || !isUnknown) missing.push(key)
        return undefined
      }
      const age = now - asset.readAt
      if (age > maxAge.soft) (age > maxAge.hard ? missing : dueForRefresh).push(key)
      return age > maxAge.hard ? undefined : asset
    })
    if (dueForRefresh.length > 0)
      loadSoon(dueForRefresh).catch((error: unknown) =>
        log.debug({ err: error }, 'assets are read again later'),
      )
    if (missing.length === 0) return assets
    return loadSoon(missing).then((found) =>
      assets.map((asset, index) => asset ?? found.get(subjectKeys[index] ?? '')),
    )
  }
  /** Replaces the current carriers of tags by those at the times of the events. */
  const withFormer = async (
    events: readonly SubjectTime[],
    assets: ResolvedAssets,
    early: readonly number[],
    retryUnknown: boolean,
  ): Promise<ResolvedAssets> => {
    const carriers = await formerCarriers.find(
      early.flatMap((index) => {
        const event = events[index]
        if (!event) return []
        // An assignment is closed before the next one is opened.
        const notBefore = assets[index]?.readAt ?? unknown.get(event.subjectKey) ?? performance.now()
        return [{ key: tagKeyOfSubject(event.subjectKey) ?? '', time: event.time.getTime(), notBefore }]
      }),
    )
    const found = early.flatMap((index, position) => {
      const assetKey = carriers[position]
      return assetKey === undefined ? [] : [{ index, assetKey }]
    })
    if (found.length === 0) return assets
    const former = await resolveCurrent(
      found.map(({ assetKey }) => assetKey),
      retryUnknown,
    )
    const carried = [...assets]
    for (const [position, { index }] of found.entries())
      if (former[position]) carried[index] = former[position]
    return carried
  }
  return {
    resolve: (events, { retryUnknown = false } = {}) => {
      const atTimes = (assets: ResolvedAssets): Promise<ResolvedAssets> | ResolvedAssets => {
        const early = earlyEvents(events, assets)
        return early ? withFormer(events, assets, early, retryUnknown) : assets
      }
      const assets = resolveCurrent(
        events.map(({ subjectKey }) => subjectKey),
        retryUnknown,
      )
      return assets instanceof Promise ? assets.then(atTimes) : atTimes(assets)
    },
    close: unsubscribe,
  }
}

/**
 * Returns the indexes of events of tags that another asset may have carried: before the current assignment, or of a tag
 * without one. Undefined for most requests.
 */
function earlyEvents(events: readonly SubjectTime[], assets: ResolvedAssets): number[] | undefined {
  let early: number[] | undefined
  for (const [index, { subjectKey, time }] of events.entries()) {
    const asset = assets[index]
    const isEarly = asset ? isBeforeStart(asset, subjectKey, time) : tagKeyOfSubject(subjectKey) !== undefined
    if (isEarly) (early ??= []).push(index)
  }
  return early
}

type CacheChanges = {
  freshAsset(subjectKey: string): CachedAsset | undefined
  invalidate(subjectKeys: readonly string[]): void
  clear(): void
}

function subscribe(bus: ServiceParts['bus'], { freshAsset, invalidate, clear }: CacheChanges): () => void {
  const subscriptions = [
    bus.subscribe('asset.changed', ({ changes, tagKeys }) =>
      invalidate([
        ...changes.map(({ AssetType, AssetId }) => assetSubjectKey(AssetType, AssetId)),
        ...tagKeys.map(tagSubjectKey),
      ]),
    ),
    bus.subscribe('asset.status', (changes) => {
      for (const { AssetType, AssetId, Fields, FieldTimes } of changes) {
        const asset = freshAsset(assetSubjectKey(AssetType, AssetId))
        if (!asset) continue
        asset.state = { ...asset.state, ...stateOf(Fields) }
        for (const [name, time] of Object.entries(FieldTimes))
          asset.fieldTimes[name] = Math.max(asset.fieldTimes[name] ?? 0, Date.parse(time))
      }
    }),
    bus.subscribe(BUS_GAP, clear),
  ]
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
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
  // driver: events wait for this read, a hot path
  const lists = await Promise.all(
    filters.map((filter) =>
      db.driver.assets.find(filter, { projection: CACHED_MEMBERS, ...DURABLE_READ }).toArray(),
    ),
  )
  return lists.flat() as AssetDoc[]
}
