import type { ServiceParts } from '@wardtrack/access'
import { type OfPatients, type SearchPart, searchPartOf } from '@wardtrack/database'
import { BUS_GAP, hasReliableInvalidation } from '@wardtrack/service-kit'
import { LRUCache } from 'lru-cache'
import { mayFindPatients } from './filter-types.ts'

type Filter = Record<string, unknown>
type Change = { AssetType: string } & OfPatients

/** Exact totals of filters, cached until a dependency changes. */
export type Counts = {
  count(filter: Filter): Promise<number>
  /** returns the total if it is cached and valid */
  cached(filter: Filter): Promise<number> | undefined
  close(): void
}

/** Maximum number of cached totals; the least recently used are dropped first. */
const MAX_CACHED_TOTALS = 500

/**
 * Creates the counter. The filter's members determine the dependencies of a total: the registry, the places, or
 * single status fields. The bus raises the version of each before it acknowledges a change, so a cached total is
 * never older than an acknowledged change. Patients have separate versions, so their changes do not slow lists
 * without patients. The cache is off when the bus does not report all changes.
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
    const found = hasReliableInvalidation(parts) ? cachedTotals.get(keyOf(filter)) : undefined
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
      hasReliableInvalidation(parts) ? (cached(filter) ?? countAndCache(filter)) : countInStore(filter),
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

/** Returns the cache key of a filter, unique per filter; patterns and ids have no JSON form. */
function keyOf(filter: Filter): string {
  return JSON.stringify(filter, (_name, value: unknown) => (value instanceof RegExp ? String(value) : value))
}

/** Returns the parts whose totals the changes affect. Changes that name no asset affect all parts. */
function partsOfChanges(changes: readonly Change[]): Set<SearchPart> {
  if (changes.length === 0) return new Set(['others', 'patients'])
  return new Set(
    changes.map(({ AssetType, ofPatients }) => (ofPatients ? 'patients' : searchPartOf(AssetType))),
  )
}

/** Returns the dependencies of a filter besides the registry: the place, and field names. */
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
