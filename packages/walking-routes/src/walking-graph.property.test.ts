import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  gridBuildings,
  gridDistances,
  hasLaneAt,
  SIDE,
  vertexPoint,
  walkingInput,
} from './testing/grid-building.ts'
import { createWalkingGraph, type WalkingGraph } from './walking-graph.ts'
import type { MapPoint, WalkingMap, WalkingRoute } from './walking-routes.types.ts'

const MAP_SIZE = 1_000
const METRES_PER_PIXEL = { x: 0.05, y: 0.08 }

const coordinate = fc.integer({ min: 0, max: MAP_SIZE })
const point = fc.record({ x: coordinate, y: coordinate })
const mapPoint = point.map((place): MapPoint => ({ mapId: 'ward', ...place }))
const ward: fc.Arbitrary<WalkingMap> = fc
  .array(fc.array(point, { minLength: 2, maxLength: 5 }), { maxLength: 8 })
  .map((lines) => ({
    mapId: 'ward',
    metresPerPixel: METRES_PER_PIXEL,
    lanes: lines.map((points) => ({ points })),
  }))

const straightLine = (a: MapPoint, b: MapPoint): number =>
  Math.hypot((a.x - b.x) * METRES_PER_PIXEL.x, (a.y - b.y) * METRES_PER_PIXEL.y)

const distance = (graph: WalkingGraph, from: MapPoint, to: MapPoint) => {
  const found = graph.distancesFrom(from)(to)
  if (!found) throw new Error('Points of one map have a distance')
  return found
}

test('distances on grids, also over floors, equal those of Floyd–Warshall', () => {
  fc.assert(
    fc.property(gridBuildings, (building) => {
      // A stop beside the lanes has an extra edge to them, which the grid does not have.
      const connections = building.connections.filter(({ vertices }) =>
        vertices.every((vertex, floor) => hasLaneAt(building.floors[floor] ?? [], vertex)),
      )
      const expected = gridDistances({ ...building, connections })
      const graph = createWalkingGraph(walkingInput({ ...building, connections }))
      const vertices = building.floors.flatMap((lanes, floor) =>
        Array.from({ length: SIDE * SIDE }, (_, vertex) => ({ floor, vertex })).filter(({ vertex }) =>
          hasLaneAt(lanes, vertex),
        ),
      )
      for (const from of vertices) {
        const distanceTo = graph.distancesFrom(vertexPoint(from.floor, from.vertex))
        for (const to of vertices) {
          const metres = expected[from.floor * SIDE * SIDE + from.vertex]?.[
            to.floor * SIDE * SIDE + to.vertex
          ] as number
          const found = distanceTo(vertexPoint(to.floor, to.vertex))
          if (metres < Infinity) {
            expect(found?.metres).toBeCloseTo(metres, 6)
            expect(found?.alongLanes).toBe(true)
          } else if (from.floor === to.floor) expect(found?.alongLanes).toBe(false)
          else expect(found).toBeUndefined()
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a distance is the same in both directions, and never shorter than the straight line', () => {
  fc.assert(
    fc.property(ward, mapPoint, mapPoint, (map, a, b) => {
      const graph = createWalkingGraph({ maps: [map], connections: [] })
      const there = distance(graph, a, b)
      const back = distance(graph, b, a)
      expect(there.metres).toBeCloseTo(back.metres, 6)
      expect(there.alongLanes).toBe(back.alongLanes)
      expect(there.metres).toBeGreaterThan(straightLine(a, b) - 1e-6)
    }),
    { numRuns: 500 },
  )
})

test('a path along lanes over a third point is not shorter than the direct path', () => {
  fc.assert(
    fc.property(ward, mapPoint, mapPoint, mapPoint, (map, a, b, c) => {
      const graph = createWalkingGraph({ maps: [map], connections: [] })
      const [first, second, whole] = [distance(graph, a, b), distance(graph, b, c), distance(graph, a, c)]
      fc.pre(first.alongLanes && second.alongLanes)
      expect(whole.metres).toBeLessThan(first.metres + second.metres + 1e-6)
    }),
    { numRuns: 500 },
  )
})

test('a route has the length of the distance, and leads from one point to the other', () => {
  fc.assert(
    fc.property(ward, mapPoint, mapPoint, (map, from, to) => {
      const graph = createWalkingGraph({ maps: [map], connections: [] })
      const route = graph.route(from, to)
      const expected = distance(graph, from, to)
      expect(route?.metres).toBeCloseTo(expected.metres, 6)
      expect(route?.alongLanes).toBe(expected.alongLanes)
      expect(lengthOf(route)).toBeCloseTo(expected.metres, 2)
      const points = route?.legs.flatMap((leg) => leg.points)
      expect(points?.at(-1)).toEqual({ x: to.x, y: to.y })
      if (from.x !== to.x || from.y !== to.y) expect(points?.[0]).toEqual({ x: from.x, y: from.y })
      const limited = graph.route(from, to, expected.metres * 0.99)
      expect(limited === undefined || limited.metres === 0).toBe(true)
    }),
    { numRuns: 500 },
  )
})

function lengthOf(route: WalkingRoute | undefined): number {
  let metres = 0
  for (const { mapId, points } of route?.legs ?? [])
    points.forEach((place, index) => {
      const before = points[index - 1]
      if (before) metres += straightLine({ mapId, ...before }, { mapId, ...place })
    })
  return metres
}
