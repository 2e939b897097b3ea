import type { ServiceParts } from '@wardtrack/access'
import type { FoundFence, FoundPlace } from '@wardtrack/contracts'
import type { GeofenceDoc } from '@wardtrack/database'
import { UNFLAGGED_VIEWER, type Viewer, visibleFence } from '@wardtrack/patient-rule'
import type { Place, PlaceCache } from '@wardtrack/places'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import { findFences } from '../geofences/index.ts'

/** A hit that is found by its name, or by words of its surroundings together with a word of its name. */
type NamedHit<Hit> = { hit: Hit; name: string; surroundings: string }

/** The best hits; `more` is true when further hits exist. */
type SomeHits<Hit> = { hits: Hit[]; more: boolean }

/** An index of names for repeated searches. */
type RankedNames<Hit> = { find(text: string, limit: number): SomeHits<Hit> }

type Entry<Hit> = NamedHit<Hit>

/** Number of ranks of a name; lower ranks are better matches. */
const RANKS = 5

/**
 * Creates an index of names. Every word of a text must be in the name or its surroundings, and one of them in the
 * name; case does not matter. A search scans the names once. Equally ranked hits keep the order of the list.
 */
export function rankNames<Hit>(named: readonly NamedHit<Hit>[]): RankedNames<Hit> {
  const entries = named.map(({ hit, name, surroundings }) => ({
    hit,
    name: normalized(name),
    surroundings: normalized(surroundings),
  }))
  return {
    find: (text, limit) => {
      const searched = normalized(text)
      const words = searched.split(/[\s>]+/).filter((word) => word !== '')
      const byRank = Array.from({ length: RANKS }, (): Hit[] => [])
      for (const entry of entries) {
        const ranked = byRank[rankOf(entry, searched, words)]
        if (ranked && ranked.length <= limit) ranked.push(entry.hit)
      }
      const found = byRank.flat()
      return { hits: found.slice(0, limit), more: found.length > limit }
    },
  }
}

const normalized = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toUpperCase()

/** Returns the rank of a name; {@link RANKS} when the text does not match it. */
function rankOf({ name, surroundings }: Entry<unknown>, searched: string, words: readonly string[]): number {
  if (name === searched) return 0
  if (name.startsWith(searched)) return 1
  if (name.includes(searched)) return 2
  if (!words.some((word) => name.includes(word))) return RANKS
  if (words.every((word) => name.includes(word))) return 3
  return words.every((word) => name.includes(word) || surroundings.includes(word)) ? 4 : RANKS
}

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
