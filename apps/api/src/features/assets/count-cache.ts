import type { ServiceParts } from '@wardtrack/access'
import { BUS_GAP, isToldOfEveryChange } from '@wardtrack/service-kit'

type Filter = Record<string, unknown>

/** Exact totals of filters, counted once and cached until something they depend on changes. */
export type Counts = {
  count(filter: Filter): Promise<number>
  /** the total if it is cached and still right */
  cached(filter: Filter): Promise<number> | undefined
  close(): void
}

/** Totals cached at most; the ones counted longest ago go first. */
const MAX_CACHED_TOTALS = 500

/**
 * Makes the counter. What a total depends on is read off the filter's members: the registry, the places, or single
 * status fields; each has a version that the bus raises before the change is acknowledged, so a cached total is never
 * older than what a caller was told. Where not every change is told, nothing is cached.
 */
export function createCounts(parts: ServiceParts): Counts {
  const { db, bus } = parts
  const versions = new Map<string, number>()
  const cachedTotals = new Map<string, { total: Promise<number>; stamp: string }>()
  const raise = (part: string): void => {
    versions.set(part, (versions.get(part) ?? 0) + 1)
  }
  const unsubscribes = [
    bus.subscribe('asset.changed', () => raise('registry')),
    bus.subscribe('asset.location', () => raise('place')),
    bus.subscribe('asset.status', (changes) => {
      const names = new Set(changes.flatMap(({ Fields }) => Object.keys(Fields)))
      for (const name of [...names, 'updatedAt']) raise(name)
    }),
    bus.subscribe(BUS_GAP, () => cachedTotals.clear()),
  ]
  const countInStore = (filter: Filter): Promise<number> => db.driver.assets.countDocuments(filter)
  const stampOf = (filter: Filter): string =>
    ['registry', ...partsOf(filter)].map((part) => `${part}:${versions.get(part) ?? 0}`).join()

  const cached = (filter: Filter): Promise<number> | undefined => {
    const found = isToldOfEveryChange(parts) ? cachedTotals.get(keyOf(filter)) : undefined
    return found?.stamp === stampOf(filter) ? found.total : undefined
  }
  const countAndCache = (filter: Filter): Promise<number> => {
    const key = keyOf(filter)
    const stamp = stampOf(filter)
    const total = countInStore(filter)
    cachedTotals.delete(key)
    cachedTotals.set(key, { total, stamp })
    total.catch(() => cachedTotals.delete(key))
    const oldest = cachedTotals.keys().next()
    if (cachedTotals.size > MAX_CACHED_TOTALS && !oldest.done) cachedTotals.delete(oldest.value)
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

/** What a filter depends on beside the registry: the place, and the names of fields. */
function partsOf(filter: Filter): Set<string> {
  const parts = new Set<string>()
  for (const [name, value] of Object.entries(filter)) {
    if (Array.isArray(value) && name.startsWith('$')) {
      for (const clause of value as Filter[]) for (const part of partsOf(clause)) parts.add(part)
    } else if (name.startsWith('CurrentLocation.')) parts.add('place')
    else if (name.startsWith('Fields.')) parts.add(name.split('.')[1] ?? '')
    else if (name === 'updatedAt') parts.add('updatedAt').add('place')
  }
  return parts
}
