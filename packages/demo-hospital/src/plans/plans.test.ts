import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contains, crosses, distanceToSegment, overlaps } from './geometry.ts'
import { FLOOR_LAYOUTS, floorPlans } from './index.ts'
import type { FloorPlan, PlanLevel } from './plan.types.ts'

function levelOf(plan: FloorPlan): PlanLevel {
  const level = plan.levels[0]
  if (!level) throw new Error('no level')
  return level
}

function reachableFrom(level: PlanLevel, start: number): Set<number> {
  const neighbours = new Map<number, number[]>()
  for (const [a, b] of level.lanes) {
    neighbours.set(a, [...(neighbours.get(a) ?? []), b])
    neighbours.set(b, [...(neighbours.get(b) ?? []), a])
  }
  const seen = new Set([start])
  const open = [start]
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const next of neighbours.get(node) ?? [])
      if (!seen.has(next)) {
        seen.add(next)
        open.push(next)
      }
  return seen
}

describe.each(floorPlans().map((plan) => [plan.mapId, plan] as const))('floor %s', (_id, plan) => {
  const level = levelOf(plan)

  it('has a route from every waypoint to every other', () => {
    expect(level.waypoints.length).toBeGreaterThan(100)
    expect(reachableFrom(level, 0).size).toBe(level.waypoints.length)
  })

  it('has no lane that crosses a wall', () => {
    const crossings = level.lanes.flatMap(([a, b]) => {
      const [p, q] = [level.waypoints[a], level.waypoints[b]]
      if (!p || !q) throw new Error('lane without waypoint')
      return level.walls.filter((wall) => crosses([p.x, p.y, q.x, q.y], wall)).map((wall) => [p, q, wall])
    })
    expect(crossings).toEqual([])
  })

  it('keeps every lane within the rooms, also between its ends', () => {
    fc.assert(
      fc.property(
        fc.nat(level.lanes.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (index, share) => {
          const [a, b] = level.lanes[index] ?? [0, 0]
          const [p, q] = [level.waypoints[a], level.waypoints[b]]
          if (!p || !q) throw new Error('lane without waypoint')
          const point = { x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share }
          expect(level.rooms.some((room) => contains(room, point, -0.2))).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('has a gap in the walls at every door', () => {
    for (const door of level.doors) {
      const width = Math.hypot(door.x2 - door.x1, door.y2 - door.y1)
      expect(width * plan.metresPerPixel).toBeGreaterThan(1)
      for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        const within = { x: door.x1 + (door.x2 - door.x1) * share, y: door.y1 + (door.y2 - door.y1) * share }
        for (const wall of level.walls) expect(distanceToSegment(within, wall)).toBeGreaterThan(width * 0.09)
      }
    }
  })

  it('has rooms that only share edges, except crossing corridors', () => {
    const clashes = level.rooms.flatMap((a, i) =>
      level.rooms
        .slice(i + 1)
        .filter((b) => overlaps(a, b) && (a.kind !== 'corridor' || b.kind !== 'corridor'))
        .map((b) => `${a.hierarchyId} and ${b.hierarchyId}`),
    )
    expect(clashes).toEqual([])
  })

  it('gives every room a door, and every spot a waypoint at the same place inside its room', () => {
    for (const room of level.rooms) {
      expect(room.waypoints.length).toBeGreaterThan(0)
      for (const spot of room.spots) {
        expect(contains(room, spot)).toBe(true)
        expect(level.waypoints[spot.waypoint]).toMatchObject({ x: spot.x, y: spot.y })
      }
    }
  })

  it('keeps its furniture inside its rooms', () => {
    const loose = level.drawing.furniture.filter((item) => !level.rooms.some((room) => contains(room, item)))
    expect(loose).toEqual([])
  })

  it('fits into its image, to scale', () => {
    expect(plan.imageWidth * plan.metresPerPixel).toBeCloseTo(plan.xDimension)
    expect(plan.imageHeight * plan.metresPerPixel).toBeCloseTo(plan.yDimension)
    const image = { x: 0, y: 0, w: plan.imageWidth, h: plan.imageHeight }
    for (const point of level.waypoints) expect(contains(image, point)).toBe(true)
  })
})

describe('the hospital', () => {
  it('has five different floors in two towers', () => {
    expect(FLOOR_LAYOUTS).toHaveLength(5)
    const shapes = new Set(floorPlans().map((plan) => JSON.stringify(levelOf(plan).drawing.outerWalls)))
    expect(shapes.size).toBe(5)
  })

  it('has unique place names', () => {
    const ids = floorPlans().flatMap((plan) => levelOf(plan).rooms.map((room) => room.hierarchyId))
    expect(new Set(ids).size).toBe(ids.length)
  })
})
