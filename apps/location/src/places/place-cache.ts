import type { ServiceParts } from '@wardtrack/access'
import { type Database, INTERNAL } from '@wardtrack/database'
import { cachedValue } from '@wardtrack/service-kit'
import {
  createPlaceLookup,
  type InternalPlace,
  type PlaceLookup,
  type PlaceLookupContent,
} from './place-lookup.ts'
import { placesStamp } from './place-stamp.ts'

export type { PlaceLookup } from './place-lookup.ts'

/** Keeps the places, maps and monitors of the installation (a few thousand) in memory. */
export type PlaceCache = {
  read(): Promise<PlaceLookup>
  close(): void
}

/** How long the places are believed at most even though the stamp says that nothing changed, in milliseconds. */
const STAMPED_MAX_AGE_MS = 300_000

type LoadedPlaces = { lookup: PlaceLookup; stamp: unknown; readAt: number }

/** Creates the place cache of a process: what changes through this process counts at once. */
export function createPlaceCache(parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'>): PlaceCache {
  const places = cachedValue(parts, {
    load: (previous: LoadedPlaces | undefined) => load(parts.db, previous),
    invalidateOn: { 'config.changed': ({ what }) => what === 'maps' },
  })
  return {
    read: async () => (await places.read()).lookup,
    close: places.close,
  }
}

/** Reads the places anew, unless those before are not old and nothing was written since. */
async function load(db: Database, previous: LoadedPlaces | undefined): Promise<LoadedPlaces> {
  // The stamp first: what is written while the rest is read counts as not seen.
  const stamp = await placesStamp(db)
  if (previous && previous.stamp === stamp && previous.readAt > Date.now() - STAMPED_MAX_AGE_MS)
    return previous
  const readAt = Date.now()
  return { lookup: createPlaceLookup(await contentOf(db)), stamp, readAt }
}

async function contentOf(db: Database): Promise<PlaceLookupContent> {
  const projection = { _id: 0, hierarchyId: 1, fullName: 1, mapId: 1, mappings: 1 }
  const [places, maps, monitors, provided] = await Promise.all([
    db.models.places.find<InternalPlace>({ provider: INTERNAL }).select(projection),
    db.models.maps.find({}),
    db.models.monitors.find({}),
    // A document for each provider instead of each of its places: only their ids are looked up.
    db.models.places.aggregate<PlaceLookupContent['provided'][number]>([
      { $match: { provider: { $ne: INTERNAL } } },
      { $group: { _id: '$provider', ids: { $push: '$hierarchyId' } } },
    ]),
  ])
  return { places, maps, monitors, provided }
}
