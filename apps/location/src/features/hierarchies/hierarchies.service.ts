import type { Actor, ServiceParts } from '@wardtrack/access'
import type { calls, LocationHierarchy, ProviderHierarchy, RtlsHierarchy } from '@wardtrack/contracts'
import type { PlaceDoc } from '@wardtrack/database'
import { type PlaceCache, type PlaceLookup, scalingOn } from '@wardtrack/places'
import { type Handler, notFound } from '@wardtrack/service-kit'
import {
  findInternalPlaces,
  findPlaceByEitherId,
  findProviderPlaces,
  hierarchyProviders,
  levelOptions,
  levelTitles,
} from './hierarchies.store.ts'

type HierarchyService = {
  levelTitles: Handler<Actor, typeof calls.getLocationTitle>
  levelOptions: Handler<Actor, typeof calls.getLocationOptionsByLevel>
  place: Handler<Actor, typeof calls.getLocationHierarchyById>
  providers: Handler<Actor, typeof calls.getActivatedHierarchyProviders>
  internalPlaces: Handler<Actor, typeof calls.rtlsHierarchies>
  providerPlaces: Handler<Actor, typeof calls.providerHierarchies>
}

/** Creates the service that returns levels and places of the hierarchies. */
export function createHierarchyService({
  db,
  places,
}: Pick<ServiceParts, 'db'> & { places: PlaceCache }): HierarchyService {
  return {
    levelTitles: async () => ({ data: await levelTitles(db) }),
    levelOptions: async ({ body }) => ({
      level: `Level_${body.wanted}`,
      options: await levelOptions(db, body),
    }),
    place: async ({ params }) => {
      const place = await findPlaceByEitherId(db, params.id)
      if (!place) throw notFound()
      return { data: locationAnswer(place) }
    },
    providers: async () => ({ data: await hierarchyProviders(db) }),
    internalPlaces: async () => {
      const lookup = await places.read()
      return {
        data: byProviderAndName(await findInternalPlaces(db)).map((place) => rtlsAnswer(place, lookup)),
      }
    },
    providerPlaces: async ({ query }) => ({
      data: byProviderAndName(await findProviderPlaces(db, query.provider)).map(providerAnswer),
    }),
  }
}

const locationAnswer = ({ _id, hierarchyId, mapId, fullName }: PlaceDoc): LocationHierarchy => ({
  _id: _id.toHexString(),
  hierarchyId,
  mapId,
  fullName,
  fullDisplayName: fullName.join('>'),
})

/** Returns an internal place in the form of answers. Inherited maps are left out. */
export function rtlsAnswer(
  { _id, hierarchyId, mapId, fullName, mappings = {} }: PlaceDoc,
  lookup: PlaceLookup,
): RtlsHierarchy {
  const map = lookup.map(lookup.place(hierarchyId)?.mapId ?? '')
  const shown = Object.entries(mappings).map(([provider, mapping]) => [
    provider,
    { hierarchyId: mapping.hierarchyId, scaling: scalingOn(map, mapping) },
  ])
  return { _id: _id.toHexString(), hierarchyId, mapId, fullName, mappings: Object.fromEntries(shown) }
}

const providerAnswer = ({ _id, provider, hierarchyId, mapId, fullName }: PlaceDoc): ProviderHierarchy => ({
  _id: _id.toHexString(),
  provider,
  hierarchyId,
  mapId,
  fullName,
})

/**
 * Sorts by provider, then by full name level by level, each by code point. The store cannot do this: it compares
 * arrays by a single element.
 */
function byProviderAndName(places: readonly PlaceDoc[]): PlaceDoc[] {
  // UTF-8 bytes sort by code point; JavaScript's order of texts differs beyond 16 bits.
  const keyed = places.map((place) => ({
    place,
    key: Buffer.from([place.provider, ...place.fullName].join('\u0000')),
  }))
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ place }) => place)
}
