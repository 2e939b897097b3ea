import type { Coordinates, DrawnArea, FenceFeature, SentFeature } from '@wardtrack/contracts'
import type { MapGeometry, Point } from '@wardtrack/places'
import { drawnAreaOf } from '../geofence-area.ts'

/** An area in metres. `radius` is that of a circle, which GeoJSON has no geometry for. */
export type AreaGeometry = Pick<FenceFeature, 'geometry'> & { radius?: number }
type Position = [number, number]

/** Precision of a millionth of a metre, finer than the stored thousandth of a pixel. */
const STEPS_PER_METRE = 1_000_000

const inSteps = (metres: number): number => Math.round(metres * STEPS_PER_METRE) / STEPS_PER_METRE

/**
 * Returns direction-independent pixels per metre: a circle keeps its relative area when the sides are scaled
 * unevenly.
 */
const perMetre = ({ perMetreX, perMetreY }: MapGeometry): number => Math.sqrt(perMetreX * perMetreY)

/** Converts an area from pixels of a map's current image to metres from its top left corner. */
export function toGeometry(area: Coordinates, map: MapGeometry): AreaGeometry {
  const toPosition = ({ x, y }: Point): Position => [inSteps(x / map.perMetreX), inSteps(y / map.perMetreY)]
  const { shape, points, centre, radius, x, y, x2, y2 } = area
  if (shape === 'circle' && centre && radius !== undefined)
    return {
      geometry: { type: 'Point', coordinates: toPosition(centre) },
      radius: inSteps(radius / perMetre(map)),
    }
  const corners = shape === 'polygon' && points ? points : cornersOf({ x, y }, { x: x2, y: y2 })
  return { geometry: { type: 'Polygon', coordinates: [toRing(corners.map(toPosition))] } }
}

const cornersOf = (from: Point, to: Point): Point[] => [
  from,
  { x: to.x, y: from.y },
  to,
  { x: from.x, y: to.y },
]

/**
 * Returns a closed ring in the direction that RFC 7946 requires, from x to y, whatever the direction of the corners.
 */
function toRing(corners: readonly Position[]): Position[] {
  const ring = signedArea(corners) < 0 ? corners.toReversed() : [...corners]
  const [first] = ring
  return first ? [...ring, first] : ring
}

const signedArea = (corners: readonly Position[]): number =>
  corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)

/**
 * Converts the area of a feature to pixels of a map's current image, in the form in which a client sends it. The
 * pixels beside the geometry are used only while they match it, because an editor may have changed the geometry.
 */
export function toDrawnArea({ geometry, properties }: SentFeature, map: MapGeometry): DrawnArea {
  const pixels = properties.wardtrack?.Coordinates
  if (pixels && isSameGeometry(toGeometry(pixels, map), { geometry, radius: properties.radius ?? 0 }))
    return drawnAreaOf(pixels)
  const toPoint = ([x, y]: readonly number[]): Point => ({
    x: (x ?? 0) * map.perMetreX,
    y: (y ?? 0) * map.perMetreY,
  })
  if (geometry.type === 'Point')
    return {
      shape: 'circle',
      centre: toPoint(geometry.coordinates),
      radius: (properties.radius ?? 0) * perMetre(map),
    }
  const [ring = []] = geometry.type === 'Polygon' ? geometry.coordinates : (geometry.coordinates[0] ?? [])
  return { shape: 'polygon', points: ring.slice(0, -1).map(toPoint) }
}

const isSameGeometry = (
  area: AreaGeometry,
  sent: { geometry: SentFeature['geometry']; radius: number },
): boolean =>
  JSON.stringify(area.geometry) === JSON.stringify(sent.geometry) && (area.radius ?? 0) === sent.radius

/**
 * Returns a rectangle for a polygon whose four edges are parallel to the sides of the plan, and any other area
 * unchanged.
 */
export function rectangleIfSquare(area: Coordinates): Coordinates {
  const { shape, points = [], centre: _centre, radius: _radius, ...box } = area
  if (shape !== 'polygon' || points.length !== 4) return area
  const lieOnBox = points.every(({ x, y }) => (x === box.x || x === box.x2) && (y === box.y || y === box.y2))
  const turnsSquare = points.every(({ x, y }, index) => {
    const next = points[(index + 1) % points.length]
    return next !== undefined && (x === next.x) !== (y === next.y)
  })
  return lieOnBox && turnsSquare ? box : area
}
