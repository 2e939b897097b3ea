import {
  type ErrorDetail,
  LANE_LIMITS,
  type MapLane,
  type MapLanesForm,
  type MapStop,
  messages,
} from '@wardtrack/contracts'
import type { MapLanesDoc } from '@wardtrack/database'
import { type MapGeometry, type Point, pointOn, stopKey } from '@wardtrack/places'
import { invalid } from '@wardtrack/service-kit'
import { countJoints } from '@wardtrack/walking-routes'

/**
 * Returns the drawing on a map in stored form.
 * @throws ApiError 400 for a point outside the map, a connection with two stops on it, and lanes that meet too often
 */
export function mapLanesDoc({ lanes, stops }: Omit<MapLanesForm, 'revision'>, map: MapGeometry): MapLanesDoc {
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

function meetsTooOften(lanes: readonly MapLane[], { perMetreX, perMetreY }: MapGeometry): boolean {
  const inMetres = lanes.map(({ points }) => ({
    points: points.map(({ x, y }) => ({ x: x / perMetreX, y: y / perMetreY })),
  }))
  return countJoints(inMetres) > LANE_LIMITS.joints
}
