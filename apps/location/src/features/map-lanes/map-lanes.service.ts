import { type Actor, type ServiceParts, saveDocument } from '@wardtrack/access'
import {
  type calls,
  type ErrorDetail,
  LANE_LIMITS,
  type MapLane,
  type MapLanes,
  type MapLanesForm,
  type MapStop,
  messages,
} from '@wardtrack/contracts'
import { type Database, type MapLanesDoc, revisionOf } from '@wardtrack/database'
import {
  connectionsOf,
  geometryOf,
  inMetres,
  type MapGeometry,
  type PlaceCache,
  type Point,
  pointOn,
  presentLanes,
  stopKey,
} from '@wardtrack/places'
import { type Handler, invalid, notFound } from '@wardtrack/service-kit'
import { countJoints } from '@wardtrack/walking-routes'

/**
 * Returns the drawing on a map in stored form.
 * @throws ApiError 400 for a point outside the map, a connection with two stops on it, and lanes that meet too often
 */
function mapLanesDoc({ lanes, stops }: Omit<MapLanesForm, 'revision'>, map: MapGeometry): MapLanesDoc {
  const errors: ErrorDetail[] = []
  const onMap = (point: Point, path: string): Point => {
    const stored = pointOn(map, point)
    if (typeof stored !== 'string') return stored
    errors.push({ path: `${path}.${stored}`, message: 'This point is outside the map.' })
    return point
  }
  const doc: MapLanesDoc = {
    _id: map.mapId,
    lanes: lanes.map(({ points }, lane) => ({
      points: points.map((point, index) => onMap(point, `lanes.${lane}.points.${index}`)),
    })),
    stops: stops.map((stop, index) => ({ ...stop, ...onMap(stop, `stops.${index}`) })),
    ...(map.imageSize === undefined ? {} : { imageSize: map.imageSize }),
  }
  errors.push(...repeatedStops(stops))
  if (errors.length === 0 && meetsTooOften(doc.lanes, map))
    errors.push({ path: 'lanes', message: messages.lanesCrossTooOften })
  if (errors.length > 0) throw invalid(errors)
  return doc
}

function repeatedStops(stops: readonly MapStop[]): ErrorDetail[] {
  const keys = stops.map(stopKey)
  return keys.flatMap((key, index) =>
    keys.indexOf(key) < index ? [{ path: `stops.${index}.name`, message: messages.stopTwice }] : [],
  )
}

const meetsTooOften = (lanes: readonly MapLane[], map: MapGeometry): boolean =>
  countJoints(lanes.map(({ points }) => ({ points: points.map((point) => inMetres(map, point)) }))) >
  LANE_LIMITS.joints

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
