import { calls, LANE_LIMITS } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { distance } from '../plans/geometry.ts'
import { floorPlans } from '../plans/index.ts'
import type { Point, WalkableLevel } from '../plans/plan.types.ts'
import { hospitalLanes, laneLines } from './map-lanes.ts'

const lengthOf = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, point, index) => sum + distance(points[index] ?? point, point), 0)

describe('the lanes of the demo hospital', () => {
  const maps = hospitalLanes(floorPlans())

  it('match the contract', () => {
    for (const { lanes, stops } of maps) {
      const checked = calls.saveMapLanes.shapes.body.safeParse({ lanes, stops, revision: '0' })
      expect(checked.error?.issues ?? []).toEqual([])
      expect(lanes.length).toBeLessThan(LANE_LIMITS.lanes / 2)
    }
  })

  it("have the length of the simulator's lanes, in fewer lines", () => {
    for (const [index, plan] of floorPlans().entries())
      for (const level of plan.levels) {
        const walked = new Map(level.lanes.map(([a, b]) => [a < b ? `${a} ${b}` : `${b} ${a}`, [a, b]]))
        const metres = [...walked.values()].map((ends) => lengthOf(pointsOf(level, ends)))
        const lines = maps[index]?.lanes ?? []
        const drawn = lines.reduce((sum, { points }) => sum + lengthOf(points), 0)
        expect(drawn).toBeCloseTo(
          metres.reduce((sum, length) => sum + length, 0),
          0,
        )
        expect(lines.length).toBeLessThan(walked.size * 0.75)
      }
  })

  it('connect the floors of the tower by lifts and stairs, and the towers by the bridge', () => {
    const mapsOf = (name: string) =>
      maps.filter(({ stops }) => stops.some((stop) => stop.name === name)).map(({ mapId }) => mapId)
    const tower = floorPlans().flatMap(({ building, mapId }) => (building === 'Tower A' ? [mapId] : []))
    expect(tower).toHaveLength(4)
    expect(mapsOf('Tower A Lift 1')).toEqual(tower)
    expect(mapsOf('Tower A stairs')).toEqual(tower)
    expect(mapsOf('Bridge')).toContain('ng-b-l1')
    expect(maps.flatMap(({ stops }) => stops.filter(({ name }) => name.startsWith('Tower B')))).toEqual([])
  })
})

describe('lines joined from pieces', () => {
  // Three in a row, one beside the second, one that turns after the third.
  const waypoints = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 20, y: 0 },
    { x: 10, y: 10 },
    { x: 20, y: 30 },
  ]
  const lines = (lanes: WalkableLevel['lanes']) =>
    laneLines({ name: '', waypoints, lanes, walls: [], doors: [] }).map(({ points }) =>
      points.map((point) => waypoints.findIndex(({ x, y }) => x === point.x && y === point.y)),
    )

  it('continue straight over branches and turn where there is none, without points between corners', () => {
    expect(
      lines([
        [0, 1],
        [1, 3],
        [1, 2],
        [2, 4],
        [4, 2],
      ]),
    ).toEqual([
      [4, 2, 0],
      [3, 1],
    ])
    expect(
      lines([
        [0, 1],
        [1, 3],
        [3, 0],
      ]),
    ).toEqual([[0, 3, 1, 0]])
    expect(lines([[1, 1]])).toEqual([])
  })
})

const pointsOf = ({ waypoints }: WalkableLevel, nodes: readonly number[]): Point[] =>
  nodes.flatMap((node) => waypoints[node] ?? [])
