import type { ServiceParts } from '@wardtrack/access'
import { type OfPatients, type SearchPart, searchPartOf } from '@wardtrack/database'
import { BUS_GAP, isToldOfEveryChange } from '@wardtrack/service-kit'
import { LRUCache } from 'lru-cache'
import { mayFindPatients } from './filter-types.ts'

type Filter = Record<string, unknown>
type Change = { AssetType: string } & OfPatients

/** Exact totals of filters, counted once and cached until something they depend on changes. */
export type Counts = {
  count(filter: Filter): Promise<number>
  /** the total if it is cached and still right */
  cached(filter: Filter): Promise<number> | undefined
  close(): void
}

/** Totals cached at most; the ones asked for longest ago go first. */
const MAX_CACHED_TOTALS = 500

/**
 * Makes the counter. What a total depends on is read off the filter's members: the registry, the places, or single
 * status fields; each has a version that the bus raises before the change is acknowledged, so a cached total is never
 * older than what a caller was told. Those of patients are versions of their own: what happens to patients makes no list
 * without them slower. Where not every change is told, nothing is cached.
 */
export function createCounts(parts: ServiceParts): Counts {
  const { db, bus } = parts
  const versions = new Map<string, number>()
  const cachedTotals = new LRUCache<string, { total: Promise<number>; stamp: string }>({
    max: MAX_CACHED_TOTALS,
  })
  const raise = (name: string, part: SearchPart): void => {
    versions.set(`${part}:${name}`, (versions.get(`${part}:${name}`) ?? 0) + 1)
  }
  const raiseFor = (name: string, changes: readonly Change[]): void => {
    for (const part of partsOfChanges(changes)) raise(name, part)
  }
  const unsubscribes = [
    bus.subscribe('asset.changed', ({ changes }) => raiseFor('registry', changes)),
    bus.subscribe('asset.location', (changes) => raiseFor('place', changes)),
    bus.subscribe('asset.status', (changes) => {
      const names = new Set(changes.flatMap(({ Fields }) => Object.keys(Fields)))
      for (const name of [...names, 'updatedAt']) raiseFor(name, changes)
    }),
    bus.subscribe(BUS_GAP, () => cachedTotals.clear()),
  ]
  // driver: see `AssetFilter`
  const countInStore = (filter: Filter): Promise<number> => db.driver.assets.countDocuments(filter)
  const stampOf = (filter: Filter): string => {
    const kinds: SearchPart[] = mayFindPatients(filter) ? ['others', 'patients'] : ['others']
    const names = ['registry', ...dependenciesOf(filter)]
    const keys = kinds.flatMap((part) => names.map((name) => `${part}:${name}`))
    return keys.map((key) => `${key}:${versions.get(key) ?? 0}`).join()
  }

  const cached = (filter: Filter): Promise<number> | undefined => {
    const found = isToldOfEveryChange(parts) ? cachedTotals.get(keyOf(filter)) : undefined
    return found?.stamp === stampOf(filter) ? found.total : undefined
  }
  const countAndCache = (filter: Filter): Promise<number> => {
    const key = keyOf(filter)
    const stamp = stampOf(filter)
    const total = countInStore(filter)
    cachedTotals.set(key, { total, stamp })
    total.catch(() => cachedTotals.delete(key))
    return total
  }
  return {
    cached,
    count: (filter) =>
      isToldOfEveryChange(parts) ? (cached(filter) ?? countAndCache(filter)) : countInStore(filter),
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

/** A text that two filters share only when they are the same; patterns and ids have no JSON of their own. */
function keyOf(filter: Filter): string {
  return JSON.stringify(filter, (_name, value: unknown) => (value instanceof RegExp ? String(value) : value))
}

/** Whose totals changes concern. Those that name nobody concern all. */
function partsOfChanges(changes: readonly Change[]): Set<SearchPart> {
  if (changes.length === 0) return new Set(['others', 'patients'])
  return new Set(
    changes.map(({ AssetType, ofPatients }) => (ofPatients ? 'patients' : searchPartOf(AssetType))),
  )
}

/** What a filter depends on beside the registry: the place, and the names of fields. */
function dependenciesOf(filter: Filter): Set<string> {
  const dependencies = new Set<string>()
  for (const [name, value] of Object.entries(filter)) {
    if (Array.isArray(value) && name.startsWith('$')) {
      for (const clause of value as Filter[])
        for (const dependency of dependenciesOf(clause)) dependencies.add(dependency)
    } else if (name.startsWith('CurrentLocation.')) dependencies.add('place')
    else if (name.startsWith('Fields.')) dependencies.add(name.split('.')[1] ?? '')
    else if (name === 'updatedAt') dependencies.add('updatedAt').add('place')
  }
  return dependencies
}
