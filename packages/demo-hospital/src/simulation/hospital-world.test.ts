import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demoHospital } from '../hospital.ts'
import { contains, crosses, distanceToSegment, type Segment } from '../plans/geometry.ts'
import { floorPlans } from '../plans/index.ts'
import { WATCHED_STORE } from '../registry/fences.ts'
import { OTHER_PLAN } from '../testing/other-plan.ts'
import { HospitalWorld } from './hospital-world.ts'
import { LaneWorld } from './lane-world.ts'
import { buildingAssets, parsePlan } from './other-building.ts'
import { buildGraph, type FloorMap, floorOf, floorsOfBuilding } from './place-graph.ts'
import { findRoute } from './route.ts'
import type { TrackedAsset, World } from './world.types.ts'

const hospital = demoHospital({ today: new Date('2026-11-21T09:00:00Z') })
const building = { plan: parsePlan(OTHER_PLAN), slug: 'other', name: 'Other', directory: '.' }

function laneSegments(map: FloorMap): Segment[] {
  return map.level.lanes.map(([a, b]) => {
    const [p, q] = [map.level.waypoints[a], map.level.waypoints[b]]
    if (!p || !q) throw new Error('lane without waypoint')
    return [p.x, p.y, q.x, q.y]
  })
}

function floorUnder(world: World, tracked: TrackedAsset): FloorMap {
  const map = world.graph.floors[tracked.position.floor]
  if (!map) throw new Error('no such floor')
  return map
}

const offLane = (lanes: readonly Segment[], { position }: TrackedAsset) =>
  Math.min(...lanes.map((lane) => distanceToSegment(position, lane)))

describe('routes', () => {
  const graph = buildGraph(floorPlans().map((plan) => floorOf(plan)))
  const node = fc.nat(graph.nodes.length - 1)

  it('connect all places, also by lift and bridge, and never cross a wall', () => {
    fc.assert(
      fc.property(node, node, (from, to) => {
        const route = findRoute(graph, from, to)
        expect(route?.[0]).toBe(from)
        expect(route?.at(-1)).toBe(to)
        for (const [i, nodeIndex] of (route ?? []).entries()) {
          const next = route?.[i + 1]
          const [a, b] = [graph.nodes[nodeIndex], next === undefined ? undefined : graph.nodes[next]]
          if (!a || !b || a.floor !== b.floor) continue
          const walls = graph.floors[a.floor]?.level.walls ?? []
          expect(walls.some((wall) => crosses([a.x, a.y, b.x, b.y], wall))).toBe(false)
        }
      }),
      { numRuns: 80 },
    )
  })

  it('take the shorter of two paths', () => {
    const small = buildGraph(floorsOfBuilding(building.plan, 'other'))
    expect(findRoute(small, 0, 4)).toEqual([0, 3, 4])
    expect(findRoute(small, 0, 6)).toBeUndefined()
  })
})

describe('the simulated hospital', () => {
  it('keeps every asset on a lane or inside a room at any moment', () => {
    const world = new HospitalWorld(hospital, 11)
    const lanes = world.graph.floors.map(laneSegments)
    let moved = 0
    const lost: string[] = []
    for (let step = 0; step < 120; step++) {
      world.advance(4)
      for (const tracked of world.tracked) {
        const { rooms } = floorUnder(world, tracked)
        if (tracked.moving) moved++
        const placed = tracked.moving
          ? offLane(lanes[tracked.position.floor] ?? [], tracked) < 0.5
          : rooms.some((room) => contains(room, tracked.position))
        if (!placed) lost.push(tracked.asset.AssetId)
      }
    }
    expect(lost).toEqual([])
    expect(moved).toBeGreaterThan(1000)
  })

  it('lets no asset move faster than walking speed, except in the last step to a bed or shelf', () => {
    const world = new HospitalWorld(hospital, 12)
    // Distance in metres between the end of a lane and a spot beside it, and between a person and pushed equipment.
    const lastStep = 6
    const tooFast: string[] = []
    for (let step = 0; step < 240; step++) {
      const before = world.tracked.map(({ position, moving }) => ({ position, moving }))
      world.advance(1)
      world.tracked.forEach((tracked, index) => {
        const earlier = before[index]
        if (!earlier || earlier.position.floor !== tracked.position.floor) return
        const metres =
          Math.hypot(earlier.position.x - tracked.position.x, earlier.position.y - tracked.position.y) *
          floorUnder(world, tracked).metresPerPixel
        const steady = earlier.moving && tracked.moving && tracked.asset.AssetType === 'Clinician'
        if (metres > (steady ? 1.2 + 1e-6 : 1.2 + lastStep))
          tooFast.push(`${tracked.asset.AssetId} ${metres}`)
      })
    }
    expect(tooFast).toEqual([])
  })

  it('moves equipment and patients, and takes some of them to other floors', () => {
    const world = new HospitalWorld(hospital, 13)
    const start = world.tracked.map((tracked) => tracked.position)
    const moved = new Map<string, Set<string>>()
    const changedFloor = new Set<string>()
    for (let step = 0; step < 900; step++) {
      world.advance(4)
      world.tracked.forEach(({ asset, position }, i) => {
        const from = start[i] ?? position
        if (position.floor !== from.floor) changedFloor.add(asset.AssetId)
        if (position.floor === from.floor && Math.hypot(from.x - position.x, from.y - position.y) < 50) return
        moved.set(asset.AssetType, (moved.get(asset.AssetType) ?? new Set()).add(asset.AssetId))
      })
    }
    expect(moved.get('Equipment')?.size).toBeGreaterThan(30)
    expect(moved.get('Patient')?.size).toBeGreaterThan(15)
    expect(moved.get('Clinician')?.size).toBe(80)
    expect(changedFloor.size).toBeGreaterThan(15)
  })

  it('drains and charges batteries, infuses, and disconnects a device now and then', () => {
    const world = new HospitalWorld(hospital, 14)
    const devices = world.tracked.flatMap(({ device }) => (device ? [device] : []))
    expect(devices).toHaveLength(400)
    const charges = devices.map((device) => device.charge)
    const infusing = devices.filter((device) => device.infusing)
    const volume = infusing.map((device) => device.volume)
    expect(infusing.length).toBeGreaterThan(60)
    world.advance(60)
    expect(infusing.some((device, i) => device.infusing && device.volume > (volume[i] ?? 0))).toBe(true)
    let offline = 0
    for (let i = 0; i < 120; i++) {
      world.advance(30)
      offline = Math.max(offline, devices.filter((device) => !device.online).length)
    }
    expect(offline).toBeGreaterThan(3)
    expect(devices.some((device, i) => device.charge > (charges[i] ?? 0))).toBe(true)
    expect(devices.some((device, i) => device.charge < (charges[i] ?? 0))).toBe(true)
    for (const device of devices) expect(device.charge).toBeGreaterThan(0)
  })
})

describe('another building', () => {
  it('has assets only on its lanes, never faster than walking speed', () => {
    const graph = buildGraph(floorsOfBuilding(building.plan, building.slug))
    const world = new LaneWorld(graph, buildingAssets(building, 40, 3), 3)
    const lanes = graph.floors.map(laneSegments)
    let moving = 0
    let fastest = 0
    for (let step = 0; step < 500; step++) {
      const before = world.tracked.map((tracked) => tracked.position)
      world.advance(1)
      world.tracked.forEach((tracked, i) => {
        expect(offLane(lanes[0] ?? [], tracked)).toBeLessThan(0.01)
        const [earlier, is] = [before[i] ?? tracked.position, tracked.position]
        fastest = Math.max(fastest, Math.hypot(earlier.x - is.x, earlier.y - is.y) * 0.05)
        if (tracked.moving) moving++
      })
    }
    expect(moving).toBeGreaterThan(1000)
    expect(fastest).toBeGreaterThan(0.5)
    expect(fastest).toBeLessThanOrEqual(1.2 + 1e-6)
  })

  it('is refused with the member’s name when its plan is invalid', () => {
    const level = OTHER_PLAN.levels[0]
    expect(() => parsePlan({ ...OTHER_PLAN, metresPerPixel: 0 })).toThrow(
      'plan.json: metresPerPixel must be a positive number',
    )
    expect(() => parsePlan({ ...OTHER_PLAN, levels: [{ ...level, lanes: [[0, 99]] }] })).toThrow(
      'plan.json: levels.0.lanes.0.1 names no waypoint',
    )
    expect(() => parsePlan([])).toThrow('plan.json: the file must be an object')
  })

  it('names its assets differently from the demo’s', () => {
    const ids = buildingAssets(building, 60, 3).map((asset) => asset.AssetId)
    expect(new Set(ids).size).toBe(60)
    for (const id of ids) expect(id).toMatch(/^OTHER-/)
  })
})

describe('the start of the simulation', () => {
  it('removes an asset from the watched store', () => {
    const world = new HospitalWorld(hospital, 3)
    const fence = hospital.fences.find(({ Name }) => Name === WATCHED_STORE)
    const inside = (): Set<string> =>
      new Set(
        world.tracked
          .filter(({ position, asset }) => {
            const node = world.graph.floors[position.floor]?.mapId === fence?.MapId
            return node && fence && asset.AssetType === 'Equipment' && contains(fence.Coordinates, position)
          })
          .map(({ asset }) => asset.AssetId),
      )
    for (let i = 0; i < 300; i++) world.advance(1)
    const before = inside()
    world.begin()
    for (let i = 0; i < 60; i++) world.advance(1)
    const after = inside()
    expect([...before].filter((id) => !after.has(id)).length).toBeGreaterThan(0)
  })
})
