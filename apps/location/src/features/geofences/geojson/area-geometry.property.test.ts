import {
  type Coordinates,
  type DrawnArea,
  type FenceFeature,
  type SentFeature,
  sentFeature,
} from '@wardtrack/contracts'
import type { MapGeometry } from '@wardtrack/places'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fenceCoordinates } from '../geofence-area.ts'
import { rectangleIfSquare, toDrawnArea, toGeometry } from './area-geometry.ts'
import { toFeature } from './fence-feature.ts'

const maps = fc
  .record({
    width: fc.integer({ min: 200, max: 8_000 }),
    height: fc.integer({ min: 200, max: 8_000 }),
    metresX: fc.double({ min: 12, max: 400, noNaN: true }),
    stretch: fc.constantFrom(1, 1, 0.9, 1.25),
  })
  .map(({ width, height, metresX, stretch }): MapGeometry => {
    const perMetreX = width / metresX
    return {
      mapId: 'm1',
      width,
      height,
      perMetreX,
      perMetreY: perMetreX * stretch,
      imageSize: `${width}x${height}`,
    }
  })
const part = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000)

type Draw = (map: MapGeometry) => DrawnArea

const rectangles = fc.tuple(part, part, part, part).map(
  ([a, b, c, d]): Draw =>
    ({ width, height }) => ({
      x: Math.min(a, b) * width,
      x2: Math.max(a, b) * width,
      y: Math.min(c, d) * height,
      y2: Math.max(c, d) * height,
    }),
)
const circles = fc.tuple(part, part, part).map(
  ([a, b, c]): Draw =>
    ({ width, height }) => {
      const centre = { x: a * width, y: b * height }
      const room = Math.min(centre.x, centre.y, width - centre.x, height - centre.y)
      return { shape: 'circle', centre, radius: Math.max(c * room, 0.001) }
    },
)
/** Corners around a point, in either direction. */
const polygons = fc.tuple(fc.array(fc.tuple(part, part), { minLength: 3, maxLength: 40 }), fc.boolean()).map(
  ([corners, backwards]): Draw =>
    ({ width, height }) => {
      const points = corners
        .map(([turn, reach]) => ({ angle: turn * 2 * Math.PI, reach: 0.1 + 0.4 * reach }))
        .sort((a, b) => (backwards ? b.angle - a.angle : a.angle - b.angle))
        .map(({ angle, reach }) => ({
          x: width * (0.5 + reach * Math.cos(angle)),
          y: height * (0.5 + reach * Math.sin(angle)),
        }))
      return { shape: 'polygon', points }
    },
)

/** Returns an area valid on a map, in its stored form; undefined when the drawing is refused. */
function storedArea(draw: Draw, map: MapGeometry): Coordinates | undefined {
  try {
    return fenceCoordinates(draw(map), map)
  } catch {
    return undefined
  }
}

const fenceOf = (area: Coordinates) => ({
  _id: 'f1',
  Name: 'Round trip',
  Type: 'Safe',
  AssetTypes: ['Equipment'],
  MapId: 'm1',
  Coordinates: area,
  EntryTrigger: true,
  EntryTriggerWaitTime: 0,
  ExitTrigger: false,
  ExitTriggerWaitTime: 0,
  Enabled: true,
  __v: 0,
  createdAt: '',
  updatedAt: '',
})
const exported = (area: Coordinates, map: MapGeometry): FenceFeature => {
  const feature = toFeature(fenceOf(area), map)
  if (!feature) throw new Error('the map is there')
  return feature
}
/** Returns a feature as parsed from a file. */
const received = (feature: FenceFeature): SentFeature =>
  sentFeature.parse(JSON.parse(JSON.stringify(feature)))
const imported = (feature: FenceFeature, map: MapGeometry): Coordinates =>
  rectangleIfSquare(fenceCoordinates(toDrawnArea(received(feature), map), map))

const cases = fc.record({ map: maps, draw: fc.oneof(rectangles, circles, polygons) })

test('imports and re-exports every shape without any change', () => {
  let areas = 0
  fc.assert(
    fc.property(cases, ({ map, draw }) => {
      const area = storedArea(draw, map)
      fc.pre(area !== undefined)
      areas += 1
      const feature = exported(area, map)
      const back = rectangleIfSquare(fenceCoordinates(toDrawnArea(received(feature), map), map))
      // A rectangular polygon is imported as a rectangle, the simpler shape.
      expect(back).toEqual(rectangleIfSquare(area))
      expect(exported(back, map).geometry).toEqual(feature.geometry)
    }),
    { numRuns: 1_500 },
  )
  expect(areas).toBeGreaterThan(500)
})

test('restores every corner within a hundredth of a pixel when the pixel coordinates are missing', () => {
  fc.assert(
    fc.property(cases, ({ map, draw }) => {
      const area = storedArea(draw, map)
      // Rounding may push an area of exactly one square metre below the limit, so only larger areas are tested.
      fc.pre(area !== undefined && area.w * area.h > 2 * map.perMetreX * map.perMetreY)
      const feature = exported(area, map)
      const { wardtrack: _pixels, ...properties } = feature.properties
      let back: Coordinates
      try {
        back = imported({ ...feature, properties }, map)
      } catch {
        // Corners a thousandth of a pixel apart may coincide after rounding.
        return
      }
      const numbers = ({ x, y, x2, y2, radius = 0 }: Coordinates) => [x, y, x2, y2, radius]
      for (const [index, value] of numbers(back).entries())
        expect(Math.abs(value - (numbers(area)[index] ?? Number.NaN))).toBeLessThan(0.01)
      expect(back.points?.length ?? 4).toBe(area.points?.length ?? 4)
    }),
    { numRuns: 1_000 },
  )
})

test('orders rings from x to y and closes them', () => {
  const map: MapGeometry = { mapId: 'm1', width: 500, height: 300, perMetreX: 10, perMetreY: 10 }
  const corners = [
    { x: 0, y: 0 },
    { x: 0, y: 100 },
    { x: 100, y: 0 },
  ]
  const area = fenceCoordinates({ shape: 'polygon', points: corners }, map)
  expect(toGeometry(area, map).geometry).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [10, 0],
        [0, 10],
        [0, 0],
        [10, 0],
      ],
    ],
  })
})

test('prefers an edited geometry to the pixel coordinates beside it', () => {
  const map: MapGeometry = { mapId: 'm1', width: 500, height: 300, perMetreX: 10, perMetreY: 10 }
  const area = fenceCoordinates({ shape: 'circle', centre: { x: 100, y: 100 }, radius: 50 }, map)
  const feature = exported(area, map)
  const moved: FenceFeature = { ...feature, geometry: { type: 'Point', coordinates: [20, 10] } }
  expect(imported(moved, map).centre).toEqual({ x: 200, y: 100 })
  const wider = { ...feature, properties: { ...feature.properties, radius: 6 } }
  expect(imported(wider, map).radius).toBe(60)
  expect(
    imported(feature, { ...map, perMetreX: 20, perMetreY: 20, width: 1_000, height: 600 }),
  ).toMatchObject({
    centre: { x: 200, y: 200 },
    radius: 100,
  })
})
