import type { ServiceParts } from '@wardtrack/access'
import type { FoundFence, FoundPlace } from '@wardtrack/contracts'
import type { GeofenceDoc } from '@wardtrack/database'
import { UNFLAGGED_VIEWER, type Viewer, visibleFence } from '@wardtrack/patient-rule'
import type { Place, PlaceCache } from '@wardtrack/places'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import { findFences } from '../geofences/index.ts'
import { type NamedHit, type RankedNames, rankNames } from './ranked-names.ts'

/** The names of places and geofences, as last read. */
export type LocationNames = {
  places: RankedNames<FoundPlace>
  /** returns the fences visible to a viewer; without the flag, fences for patients alone are not searched */
  fencesFor(viewer: Viewer): RankedNames<FoundFence>
}

/** Dependencies of the name cache. */
export type LocationNamesParts = Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'> & { places: PlaceCache }

const RELEVANT_CONFIG: ReadonlySet<string> = new Set(['geofences', 'maps'])

/** Caches the names in memory. Changes made through this process take effect immediately. */
export const openLocationNames = (parts: LocationNamesParts): CachedValue<LocationNames> =>
  cachedValue(parts, {
    load: () => load(parts),
    invalidateOn: { 'config.changed': ({ what }) => RELEVANT_CONFIG.has(what) },
  })

async function load({ db, places }: LocationNamesParts): Promise<LocationNames> {
  const [lookup, fences] = await Promise.all([places.read(), findFences(db)])
  const ofMap = (mapId: string): string[] => fullNameOf(lookup.topPlaceOf(mapId))
  const named = (docs: readonly GeofenceDoc[]) =>
    rankNames(docs.map((doc) => fenceHit(doc, ofMap(doc.MapId))))
  const all = named(fences)
  const unflagged = named(fences.filter((fence) => visibleFence(fence, UNFLAGGED_VIEWER)))
  return {
    places: rankNames([...lookup.all()].sort(byDepthAndName).map(placeHit)),
    fencesFor: ({ patientDataAccess }) => (patientDataAccess ? all : unflagged),
  }
}

function fenceHit(
  { _id, Name, Type, Enabled, MapId }: GeofenceDoc,
  fullName: string[],
): NamedHit<FoundFence> {
  const hit = { _id: _id.toHexString(), Name, Type, Enabled, MapId, fullName }
  return { hit, name: Name, surroundings: [Type, ...fullName].join('>') }
}

function placeHit(place: Place): NamedHit<FoundPlace> {
  const fullName = fullNameOf(place)
  const { hierarchyId, mapId } = place
  return {
    hit: { hierarchyId, fullName, mapId },
    name: fullName.at(-1) ?? '',
    surroundings: fullName.slice(0, -1).join('>'),
  }
}

/** Returns the names of a place's levels, outermost first. */
const fullNameOf = (place: Place | undefined): string[] => Object.values(place?.fullPath ?? {})

const byDepthAndName = (a: Place, b: Place): number =>
  a.depth - b.depth || compareTexts(fullNameOf(a).join('>'), fullNameOf(b).join('>'))

const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}
