import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, hierarchyItem, type LocationItem, locationItem } from '@wardtrack/contracts'
import {
  type EventEndpoint,
  type Ingestion,
  type ItemRefusal,
  servedCalls,
  type ValidItem,
} from '@wardtrack/ingestion'
import type { PlaceCache, PlaceLookup, WalkingGraphCache } from '@wardtrack/places'
import type { ServedCall } from '@wardtrack/service-kit'
import type { VisitSummarizer } from '@wardtrack/summaries'
import type { PlaceDeliveries } from '../deliveries/index.ts'
import type { PlaceChanges } from '../place-changes/index.ts'
import type { Evaluators } from './asset-mover.ts'
import { createHierarchyWriter } from './hierarchy-writer.ts'
import { holdRooms } from './hold-rooms.ts'
import { createLocationWriter } from './location-writer.ts'
import { createPresenceEngine } from './presence-engine.ts'
import { type Position, placeIdentity, resolvePosition } from './resolve-position.ts'

/** The ingestion calls of the location service. */
export type LocationIngestion = {
  calls: ServedCall<Actor>[]
  locations: EventEndpoint
}

/** Places and what depends on them. */
export type LocationSources = {
  places: PlaceCache
  walkingGraphs: WalkingGraphCache
  placeChanges: PlaceChanges
}

/** Creates the endpoints for places and positions, and their dead letters. */
export function createLocationIngestion(
  parts: ServiceParts,
  ingestion: Ingestion,
  { places, walkingGraphs, placeChanges }: LocationSources,
  evaluators: Evaluators,
  visits: VisitSummarizer,
  deliveries?: PlaceDeliveries,
): LocationIngestion {
  let lookup: PlaceLookup | undefined
  const presence = createPresenceEngine(parts, { places, walkingGraphs })
  const write = createLocationWriter(parts, evaluators, visits, deliveries?.positions)
  const locations = ingestion.eventEndpoint<LocationItem, Position>({
    call: calls.ingestLocations,
    name: 'locations',
    formatCall: calls.ingestProviderLocations,
    kind: 'location',
    schema: locationItem,
    loadReferenceData: async () => {
      lookup = await places.read()
    },
    subjectOf: (item) => item,
    identityOf: placeIdentity,
    toContent: ({ item, provider }: ValidItem<LocationItem>): Position | ItemRefusal => {
      if (!lookup) throw new Error('positions were asked for before the places were read')
      return resolvePosition(item, provider, lookup)
    },
    write: async (group) => {
      try {
        const decided = await presence.decide(group)
        return await write(lookup ? holdRooms(decided, lookup) : decided)
      } catch (error) {
        presence.forget(group)
        throw error
      }
    },
  })
  const hierarchies = ingestion.endpoint({
    call: calls.ingestHierarchies,
    name: 'hierarchies',
    schema: hierarchyItem,
    hasProvider: true,
    write: createHierarchyWriter(parts, placeChanges, deliveries?.places),
  })
  const letters = ingestion.deadLetterRoutes({
    list: calls.locationDeadLetters,
    read: calls.locationDeadLetter,
    mend: calls.locationMendDeadLetter,
    replay: calls.locationReplay,
    replayAll: calls.locationReplayAll,
    endpoints: [locations, hierarchies],
  })
  return {
    calls: [
      ...servedCalls(locations),
      hierarchies.served,
      ingestion.previewRoute(calls.previewLocations, locations),
      ...letters,
    ],
    locations,
  }
}
