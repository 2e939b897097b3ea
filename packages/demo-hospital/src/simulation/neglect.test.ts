import { expect, test } from 'vitest'
import { hospitalHistory } from '../history/hospital-history.ts'
import { demoHospital } from '../hospital.ts'
import { HospitalWorld } from './hospital-world.ts'

const UNTIL = Date.UTC(2026, 4, 4, 12)
const DAY = 86_400_000
type Item = { AssetId: string; hierarchyId: string; x: number; y: number; time: string }

test('left equipment is at the same place in history and simulation, and disappeared equipment is in neither', () => {
  const hospital = demoHospital({ today: new Date(UNTIL) })
  const { positions, states } = hospitalHistory(hospital, { seed: 7, days: 30, until: UNTIL, neglect: true })
  const mapOf = new Map(
    hospital.plans.flatMap((plan) =>
      plan.levels.flatMap(({ rooms }) => rooms.map(({ hierarchyId }) => [hierarchyId, plan.mapId])),
    ),
  )
  const world = new HospitalWorld(hospital, 3, { neglect: true })
  const simulated = new Map(world.tracked.map((tracked) => [tracked.asset.AssetId, tracked]))
  const equipment = hospital.assets.filter(({ AssetType }) => AssetType === 'Equipment')
  const missingIds = equipment.filter(({ AssetId }) => !simulated.has(AssetId)).map(({ AssetId }) => AssetId)
  expect(missingIds.length).toBeGreaterThanOrEqual(3)
  expect(missingIds.length).toBeLessThan(12)
  const lastOf = new Map((positions as Item[]).map((item) => [item.AssetId, item]))
  for (const id of missingIds) {
    expect(Date.parse(lastOf.get(id)?.time ?? '')).toBeLessThan(UNTIL - 3 * DAY)
    const reported = (states as Item[]).filter(({ AssetId }) => AssetId === id)
    expect(reported.every(({ time }) => Date.parse(time) < UNTIL - 3 * DAY)).toBe(true)
  }
  const stays = new Map<string, Item[]>()
  for (const item of positions as Item[]) stays.set(item.AssetId, [...(stays.get(item.AssetId) ?? []), item])
  for (let second = 0; second < 1_200; second += 10) world.advance(10)
  const neglected = equipment.filter(({ AssetId }) => {
    const tracked = simulated.get(AssetId)
    const last = lastOf.get(AssetId)
    const seen = (stays.get(AssetId) ?? []).filter(({ time }) => Date.parse(time) > UNTIL - 7 * DAY)
    const floor = tracked && world.graph.floors[tracked.position.floor]
    if (!tracked || !last || floor?.mapId !== mapOf.get(last.hierarchyId)) return false
    const near = (item: Item) => Math.hypot(item.x - tracked.position.x, item.y - tracked.position.y) < 60
    return seen.length >= 3 && seen.every(near)
  })
  expect(neglected.length).toBeGreaterThanOrEqual(10)
})
