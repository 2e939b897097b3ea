import { type calls, type ErrorDetail, type HandlerInput, messages } from '@wardtrack/contracts'
import type { MonitorDoc } from '@wardtrack/database'
import { type MapGeometry, pointOn } from '@wardtrack/places'
import { ApiError, invalid } from '@wardtrack/service-kit'

type Sent = HandlerInput<typeof calls.saveHierarchies>['body']
type Mark = Exclude<Sent, readonly unknown[]>

/** Returns one mark or a list of marks as a list. */
export const marksOf = (sent: Sent): Mark[] => (Array.isArray(sent) ? sent : [sent])

/** Returns the path of a member of one mark, as sent. */
export type MarkPath = (index: number, member: string) => string

/** Creates the function that names members in errors; paths of a list include the index. */
export const pathsOf =
  (sent: Sent): MarkPath =>
  (index, member) =>
    Array.isArray(sent) ? `${index}.${member}` : member

/**
 * Returns marks in stored form: the provider in lower case, the point on the map's image.
 * @throws ApiError 400 for a point outside its map and for a monitor named twice, 404 for a missing map
 */
export function monitorDocs(sent: Sent, maps: ReadonlyMap<string, MapGeometry>): MonitorDoc[] {
  const invalidMarks: ErrorDetail[] = []
  const unknownMaps: ErrorDetail[] = []
  const ids = new Set<string>()
  const pathOf = pathsOf(sent)
  const docs = marksOf(sent).flatMap((mark, index) => {
    const _id = mark.hierarchyId.toLowerCase()
    if (ids.has(_id))
      invalidMarks.push({ path: pathOf(index, 'hierarchyId'), message: 'This monitor is listed twice.' })
    ids.add(_id)
    const map = maps.get(mark.mapId)
    if (!map) {
      unknownMaps.push({ path: pathOf(index, 'mapId'), message: messages.notFound })
      return []
    }
    const point = pointOn(map, { x: mark.xCoordinate, y: mark.yCoordinate })
    if (typeof point !== 'string') return [toMonitorDoc(_id, mark, map, point)]
    invalidMarks.push({
      path: pathOf(index, `${point}Coordinate`),
      message: 'This point is outside the map.',
    })
    return []
  })
  if (invalidMarks.length > 0) throw invalid(invalidMarks)
  if (unknownMaps.length > 0) throw new ApiError('not_found', messages.notFound, { errors: unknownMaps })
  return docs
}

const toMonitorDoc = (
  _id: string,
  mark: Mark,
  map: MapGeometry,
  point: { x: number; y: number },
): MonitorDoc => ({
  _id,
  hierarchyId: mark.provider + mark.hierarchyId.slice(mark.provider.length),
  provider: mark.provider,
  mapId: map.mapId,
  xCoordinate: point.x,
  yCoordinate: point.y,
  ...(map.imageSize === undefined ? {} : { imageSize: map.imageSize }),
})
