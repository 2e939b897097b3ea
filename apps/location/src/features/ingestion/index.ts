import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, hierarchyItem, type LocationItem, locationItem } from '@wardtrack/contracts'
import type { EventEndpoint, Ingestion, ItemRefusal, TakenItem } from '@wardtrack/ingestion'
import type { ServedCall } from '@wardtrack/service-kit'
import type { PlaceCache, PlaceLookup } from '../../places/place-cache.ts'
import type { GeofenceMonitoring } from '../geofences/index.ts'
import { createHierarchyWriter } from './hierarchies.ts'
import { type Position, resolvePosition } from './resolve-position.ts'
import { createLocationWriter } from './write-locations.ts'

/** The ingestion calls of the location service. */
export type LocationIngestion = {
  calls: ServedCall<Actor>[]
  locations: EventEndpoint
}

/** Makes the endpoints for places and positions, and their dead letters. */
export function createLocationIngestion(
  parts: ServiceParts,
  ingestion: Ingestion,
  places: PlaceCache,
  watch: GeofenceMonitoring,
): LocationIngestion {
  let book: PlaceLookup | undefined
  const locations = ingestion.eventEndpoint<LocationItem, Position>({
    call: calls.ingestLocations,
    name: 'locations',
    kind: 'location',
    schema: locationItem,
    begin: async () => {
      book = await places.read()
    },
    who: (item) => item,
    prepare: ({ item, provider }: TakenItem<LocationItem>): Position | ItemRefusal => {
      if (!book) throw new Error('positions were asked for before the places were read')
      return resolvePosition(item, provider, book)
    },
    write: createLocationWriter(parts, watch),
  })
  const hierarchies = ingestion.endpoint({
    call: calls.ingestHierarchies,
    name: 'hierarchies',
    schema: hierarchyItem,
    provided: true,
    write: createHierarchyWriter(parts),
  })
  const letters = ingestion.deadLetterCalls({
    list: calls.locationDeadLetters,
    replay: calls.locationReplay,
    endpoints: [locations, hierarchies],
  })
  return { calls: [locations.served, hierarchies.served, ...letters], locations }
}
