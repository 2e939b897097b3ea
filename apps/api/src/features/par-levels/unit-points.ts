import type { PlaceLookup } from '@wardtrack/places'
import type { MapPoint } from '@wardtrack/walking-routes'
import type { UnitLevel } from './par-units.ts'
import type { StockItem } from './stock.ts'

/**
 * Returns the median point of assets, on the map with most of them, so that one wrong position moves it little.
 * Undefined when no asset has a point.
 */
export function middleOf(pieces: readonly StockItem[]): MapPoint | undefined {
  const byMap = new Map<string, MapPoint[]>()
  for (const piece of pieces) {
    const point = pointOf(piece)
    if (point) byMap.set(point.mapId, [...(byMap.get(point.mapId) ?? []), point])
  }
  const [fullest] = [...byMap].sort(
    ([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1),
  )
  if (!fullest) return undefined
  const [mapId, points] = fullest
  return { mapId, x: median(points.map(({ x }) => x)), y: median(points.map(({ y }) => y)) }
}

/** Returns the point of a unit: the middle of its equipment, otherwise the middle of its map. */
export function unitPoint(
  { mapId }: UnitLevel,
  pieces: readonly StockItem[],
  lookup: PlaceLookup,
): MapPoint | undefined {
  const map = mapId === null ? undefined : lookup.map(mapId)
  return middleOf(pieces) ?? (map && { mapId: map.mapId, x: map.width / 2, y: map.height / 2 })
}

/** Returns the point of an asset. */
export function pointOf({ asset: { CurrentLocation: at } }: StockItem): MapPoint | undefined {
  const { mapId = null, xCenterPoint: x = null, yCenterPoint: y = null } = at ?? {}
  return mapId === null || x === null || y === null ? undefined : { mapId, x, y }
}

function median(values: readonly number[]): number {
  const inOrder = values.toSorted((a, b) => a - b)
  return inOrder[Math.floor(inOrder.length / 2)] ?? 0
}
