import fc from 'fast-check'
import { connectionMetres } from '../walking-costs.ts'
import type {
  Connection,
  ConnectionKind,
  Lane,
  MapPoint,
  WalkingGraphInput,
} from '../walking-routes.types.ts'

/** Number of vertices along each side of a floor, and metres between them. */
export const SIDE = 4
export const SPACING_METRES = 10
const PIXELS_PER_METRE = { x: 8, y: 5 }

/** A lane of a floor between two vertices of a row or column. */
type GridLane = { horizontal: boolean; line: number; start: number; end: number }
type GridConnection = { kind: ConnectionKind; vertices: number[] }

/** Floors of equal size whose lanes lie on the lines of a grid, with their connections. */
export type GridBuilding = { floors: GridLane[][]; connections: GridConnection[] }

const position = fc.nat(SIDE - 1)
const lane: fc.Arbitrary<GridLane> = fc
  .tuple(fc.boolean(), position, position, position)
  .filter(([, , first, second]) => first !== second)
  .map(([horizontal, line, start, end]) => ({ horizontal, line, start, end }))

/** Generates buildings of up to three floors, each with at least one lane. */
export const gridBuildings: fc.Arbitrary<GridBuilding> = fc
  .array(fc.array(lane, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 3 })
  .chain((floors) => {
    const vertices = fc.array(fc.nat(SIDE * SIDE - 1), { minLength: floors.length, maxLength: floors.length })
    const kind = fc.constantFrom<ConnectionKind>('lift', 'stairs', 'passage')
    return fc.record({
      floors: fc.constant(floors),
      connections: fc.array(fc.record({ kind, vertices }), { maxLength: 2 }),
    })
  })

/** Returns a vertex of a floor as a point of its map. */
export const vertexPoint = (floor: number, vertex: number): MapPoint => ({
  mapId: `floor-${floor}`,
  x: (vertex % SIDE) * SPACING_METRES * PIXELS_PER_METRE.x,
  y: Math.floor(vertex / SIDE) * SPACING_METRES * PIXELS_PER_METRE.y,
})

/** Returns the building as the input of a walking graph. */
export function walkingInput({ floors, connections }: GridBuilding): WalkingGraphInput {
  const metresPerPixel = { x: 1 / PIXELS_PER_METRE.x, y: 1 / PIXELS_PER_METRE.y }
  return {
    maps: floors.map((lanes, floor) => ({
      mapId: `floor-${floor}`,
      metresPerPixel,
      lanes: lanes.map(
        (gridLane): Lane => ({ points: verticesOf(gridLane).map((vertex) => vertexPoint(floor, vertex)) }),
      ),
    })),
    connections: connections.map(
      ({ kind, vertices }, index): Connection => ({
        kind,
        name: `Connection ${index}`,
        stops: vertices.map((vertex, floor) => vertexPoint(floor, vertex)),
      }),
    ),
  }
}

/** Only the two ends, because vertices in between are no points of the lane. */
const verticesOf = ({ horizontal, line, start, end }: GridLane): number[] =>
  [start, end].map((place) => (horizontal ? line * SIDE + place : place * SIDE + line))

/** True if a lane of the floor passes a vertex. */
export const hasLaneAt = (lanes: readonly GridLane[], vertex: number): boolean =>
  lanes.some((gridLane) => {
    const [row, column] = [Math.floor(vertex / SIDE), vertex % SIDE]
    const [line, place] = gridLane.horizontal ? [row, column] : [column, row]
    return (
      gridLane.line === line &&
      place >= Math.min(gridLane.start, gridLane.end) &&
      place <= Math.max(gridLane.start, gridLane.end)
    )
  })

/** Returns all distances between vertices by the Floyd–Warshall algorithm; infinite for unreachable vertices. */
export function gridDistances({ floors, connections }: GridBuilding): number[][] {
  const perFloor = SIDE * SIDE
  const distances = Array.from({ length: floors.length * perFloor }, (_, row) =>
    Array.from({ length: floors.length * perFloor }, (__, column) => (row === column ? 0 : Infinity)),
  )
  const link = (a: number, b: number, metres: number): void => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const row = distances[from] as number[]
      row[to] = Math.min(row[to] as number, metres)
    }
  }
  floors.forEach((lanes, floor) => {
    for (const { horizontal, line, start, end } of lanes)
      for (let place = Math.min(start, end); place < Math.max(start, end); place += 1) {
        const vertex = horizontal ? line * SIDE + place : place * SIDE + line
        link(floor * perFloor + vertex, floor * perFloor + vertex + (horizontal ? 1 : SIDE), SPACING_METRES)
      }
  })
  for (const { kind, vertices } of connections)
    vertices.forEach((vertex, floor) => {
      for (let below = 0; below < floor; below += 1)
        link(
          floor * perFloor + vertex,
          below * perFloor + (vertices[below] as number),
          connectionMetres(kind, floor - below),
        )
    })
  for (let middle = 0; middle < distances.length; middle += 1)
    for (const row of distances)
      row.forEach((metres, to) => {
        row[to] = Math.min(metres, (row[middle] as number) + (distances[middle]?.[to] as number))
      })
  return distances
}
