import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, type MonitorMark, messages } from '@wardtrack/contracts'
import type { Database, MonitorDoc } from '@wardtrack/database'
import { trusted } from '@wardtrack/database'
import { notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { geometryOf, type MapGeometry } from '../../places/map-geometry.ts'
import { markedPoint } from '../../places/place-lookup.ts'
import { publishPlacesChanged } from '../../places/place-stamp.ts'
import { marksOf, monitorDocs, pathIn } from './monitor-marks.ts'
import { saveMonitors } from './monitors.store.ts'

/** Rows 63 to 65 of calls.md: the monitors marked on a map, marking and removing them. */
export function monitorRoutes(parts: Pick<ServiceParts, 'db' | 'bus'>): ServedCall<Actor>[] {
  const { db } = parts
  return [
    serve(calls.markedMonitors)<Actor>(async ({ params }) => {
      const map = (await geometriesOf(db, [params.mapId])).get(params.mapId)
      if (!map) throw notFound()
      const marks = await db.models.monitors.find({ mapId: map.mapId }).sort({ _id: 1 })
      return { data: marks.map((mark) => markAnswer(onPresentImage(mark, map))) }
    }),
    serve(calls.saveHierarchies)<Actor>(async ({ body }, context) => {
      const maps = await geometriesOf(
        db,
        marksOf(body).map(({ mapId }) => mapId),
      )
      const marks = monitorDocs(body, maps)
      const [first] = marks
      if (first) context.target('monitor', first._id)
      await saveMonitors(db, marks, pathIn(body))
      await publishPlacesChanged(parts)
      const data = marks.map(markAnswer)
      return { err: 0 as const, message: messages.monitorMarked, data }
    }),
    serve(calls.removeMarkedMonitor)<Actor>(async ({ params }, context) => {
      const _id = params.hierarchyId.toLowerCase()
      context.target('monitor', _id)
      const { deletedCount } = await db.models.monitors.deleteOne({ _id })
      if (deletedCount === 0) throw notFound()
      await publishPlacesChanged(parts)
      return { err: 0 as const, message: messages.monitorRemoved }
    }),
  ]
}

async function geometriesOf(db: Database, mapIds: readonly string[]): Promise<Map<string, MapGeometry>> {
  const maps = await db.models.maps.find({ _id: trusted({ $in: [...new Set(mapIds)] }) })
  return new Map(maps.map((map) => [map._id, geometryOf(map)]))
}

function onPresentImage(mark: MonitorDoc, map: MapGeometry): MonitorDoc {
  const { x, y } = markedPoint(mark, map)
  return { ...mark, xCoordinate: x, yCoordinate: y }
}

const markAnswer = ({ _id, imageSize: _size, ...mark }: MonitorDoc): MonitorMark => ({
  ...mark,
  type: 'monitor',
})
