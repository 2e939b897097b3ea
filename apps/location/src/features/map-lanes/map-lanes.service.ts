import { type Actor, type ServiceParts, saveDocument } from '@wardtrack/access'
import { type calls, type MapLanes, messages } from '@wardtrack/contracts'
import { type Database, type MapLanesDoc, revisionOf } from '@wardtrack/database'
import { connectionsOf, geometryOf, type MapGeometry, type PlaceCache, presentLanes } from '@wardtrack/places'
import { type Handler, notFound } from '@wardtrack/service-kit'
import { mapLanesDoc } from './map-lanes-form.ts'

type MapLanesService = {
  get: Handler<Actor, typeof calls.getMapLanes>
  save: Handler<Actor, typeof calls.saveMapLanes>
  connections: Handler<Actor, typeof calls.connections>
}

/**
 * Creates the service that reads and replaces the lanes and stops of maps, and announces changes to every process.
 */
export function createMapLanesService({
  db,
  bus,
  places,
}: Pick<ServiceParts, 'db' | 'bus'> & { places: PlaceCache }): MapLanesService {
  return {
    get: async ({ params: { mapId } }) => {
      const map = await readGeometry(db, mapId)
      const doc = await db.models.mapLanes.findOne({ _id: mapId })
      return { data: mapLanesAnswer(mapId, doc ? presentLanes(doc, map) : undefined) }
    },
    save: async ({ params: { mapId }, body: { revision, ...drawn } }, context) => {
      context.target('map', mapId)
      const doc = mapLanesDoc(drawn, await readGeometry(db, mapId))
      const saved = await saveDocument(db.models.mapLanes, doc, revision)
      bus.publish('config.changed', { what: 'lanes' })
      return { err: 0 as const, message: messages.lanesSaved, data: mapLanesAnswer(mapId, saved) }
    },
    connections: async () => {
      const lookup = await places.read()
      return { data: connectionsOf(await db.models.mapLanes.find({}), lookup) }
    },
  }
}

/** @throws ApiError 404 for a missing map */
async function readGeometry(db: Database, mapId: string): Promise<MapGeometry> {
  const map = await db.models.maps.findOne({ _id: mapId })
  if (!map) throw notFound()
  return geometryOf(map)
}

const mapLanesAnswer = (mapId: string, doc: MapLanesDoc | undefined): MapLanes => ({
  mapId,
  lanes: doc?.lanes ?? [],
  stops: doc?.stops ?? [],
  revision: revisionOf(doc),
})
