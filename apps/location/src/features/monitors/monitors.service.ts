import type { Actor, ServiceParts } from '@wardtrack/access'
import { type calls, type MonitorMark, messages } from '@wardtrack/contracts'
import { type Database, type MonitorDoc, trusted } from '@wardtrack/database'
import { geometryOf, type MapGeometry, markedPoint, publishPlacesChanged } from '@wardtrack/places'
import { type Handler, notFound } from '@wardtrack/service-kit'
import { marksOf, monitorDocs, pathsOf } from './monitor-marks.ts'
import { saveMonitors } from './monitors.store.ts'

type MonitorService = {
  listOfMap: Handler<Actor, typeof calls.markedMonitors>
  save: Handler<Actor, typeof calls.saveHierarchies>
  remove: Handler<Actor, typeof calls.removeMarkedMonitor>
}

/** Creates the service that reads and changes the monitors marked on maps, and announces changes to every process. */
export function createMonitorService(parts: Pick<ServiceParts, 'db' | 'bus' | 'limits'>): MonitorService {
  const { db, limits } = parts
  return {
    listOfMap: async ({ params }) => {
      const map = (await geometriesOf(db, [params.mapId])).get(params.mapId)
      if (!map) throw notFound()
      const monitors = await db.models.monitors.find({ mapId: map.mapId }).sort({ _id: 1 })
      return { data: monitors.map((monitor) => markAnswer(toPresentImage(monitor, map))) }
    },
    save: async ({ body }, context) => {
      const mapIds = marksOf(body).map(({ mapId }) => mapId)
      const monitors = monitorDocs(body, await geometriesOf(db, mapIds))
      const [first] = monitors
      if (first) context.target('monitor', first._id)
      await saveMonitors(db, monitors, pathsOf(body), limits.monitors)
      await publishPlacesChanged(parts)
      return { err: 0 as const, message: messages.monitorMarked, data: monitors.map(markAnswer) }
    },
    remove: async ({ params }, context) => {
      const _id = params.hierarchyId.toLowerCase()
      context.target('monitor', _id)
      const { deletedCount } = await db.models.monitors.deleteOne({ _id })
      if (deletedCount === 0) throw notFound()
      await publishPlacesChanged(parts)
      return { err: 0 as const, message: messages.monitorRemoved }
    },
  }
}

async function geometriesOf(db: Database, mapIds: readonly string[]): Promise<Map<string, MapGeometry>> {
  const maps = await db.models.maps.find({ _id: trusted({ $in: [...new Set(mapIds)] }) })
  return new Map(maps.map((map) => [map._id, geometryOf(map)]))
}

function toPresentImage(monitor: MonitorDoc, map: MapGeometry): MonitorDoc {
  const { x, y } = markedPoint(monitor, map)
  return { ...monitor, xCoordinate: x, yCoordinate: y }
}

const markAnswer = ({ _id, imageSize: _size, ...mark }: MonitorDoc): MonitorMark => ({
  ...mark,
  type: 'monitor',
})
