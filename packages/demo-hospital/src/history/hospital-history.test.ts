import { beforeAll, describe, expect, test } from 'vitest'
import { demoHospital } from '../hospital.ts'
import { batteryLevel } from '../simulation/device-state.ts'
import { HospitalWorld } from '../simulation/hospital-world.ts'
import { type HospitalHistory, hospitalHistory } from './hospital-history.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const UNTIL = Date.UTC(2026, 4, 4, 12)
const OPTIONS = { seed: 7, days: 30, until: UNTIL }

type Item = { AssetType: string; AssetId: string; time: string; [member: string]: unknown }

const hospital = demoHospital({ today: new Date(UNTIL) })
let history: HospitalHistory
let positions: Item[]
let states: Item[]
beforeAll(() => {
  history = hospitalHistory(hospital, OPTIONS)
  positions = history.positions as Item[]
  states = history.states as Item[]
})

const timesOf = (items: readonly Item[]): number[] => items.map(({ time }) => Date.parse(time))
const share = (items: readonly Item[], isMeant: (item: Item) => boolean): number =>
  items.filter(isMeant).length / items.length

test('the same options give the same history, also later on the same day', () => {
  expect(hospitalHistory(hospital, OPTIONS)).toEqual(history)
  const later = hospitalHistory(hospital, { ...OPTIONS, until: UNTIL + HOUR })
  const isKnownState = new Set(later.states.map((item) => JSON.stringify(item)))
  const isKnown = new Set(later.positions.map((item) => JSON.stringify(item)))
  expect(history.positions.every((item) => isKnown.has(JSON.stringify(item)))).toBe(true)
  expect(history.states.every((item) => isKnownState.has(JSON.stringify(item)))).toBe(true)
})

test('the history is within its days, sorted by time, and small enough to be sent in seconds', () => {
  for (const times of [timesOf(positions), timesOf(states)]) {
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times[0]).toBeGreaterThanOrEqual(UNTIL - 31 * DAY)
    expect(times.at(-1)).toBeLessThan(UNTIL)
  }
  expect(positions.length).toBeGreaterThan(10_000)
  expect(positions.length + states.length).toBeLessThan(70_000)
})

describe('in the history', () => {
  test('every asset is on a plan of the hospital, and seen until the end', () => {
    const maps = new Map(
      hospital.plans.flatMap((plan) =>
        plan.levels.flatMap(({ rooms }) => rooms.map(({ hierarchyId }) => [hierarchyId, plan] as const)),
      ),
    )
    const isOnPlan = ({ hierarchyId, x, y }: Item): boolean => {
      const plan = maps.get(String(hierarchyId))
      return (
        plan !== undefined &&
        Number(x) >= 0 &&
        Number(x) <= plan.imageWidth &&
        Number(y) >= 0 &&
        Number(y) <= plan.imageHeight
      )
    }
    expect(positions.every(isOnPlan)).toBe(true)
    const lastSeen = new Map(positions.map(({ AssetId, time }) => [AssetId, Date.parse(time)]))
    const equipment = hospital.assets.filter(({ AssetType }) => AssetType === 'Equipment')
    expect(equipment.every(({ AssetId }) => (lastSeen.get(AssetId) ?? 0) >= UNTIL - 49 * HOUR)).toBe(true)
  })

  test('pumps move between places, mostly by day', () => {
    const pumps = new Set(
      hospital.assets
        .filter(({ PrimaryCategory }) => PrimaryCategory.endsWith('pump'))
        .map(({ AssetId }) => AssetId),
    )
    const moved = positions.filter(({ AssetId }) => pumps.has(AssetId))
    expect(new Set(moved.map(({ AssetId }) => AssetId))).toEqual(pumps)
    const isNight = ({ time }: Item): boolean => {
      const hour = new Date(time).getHours()
      return hour < 5 || hour >= 22
    }
    expect(share(moved.slice(pumps.size), isNight)).toBeLessThan(0.35)
  })

  test('devices run low and are charged, infuse, go offline and raise alarms', () => {
    const valuesOf = (member: string) => new Set(states.map((state) => state[member]))
    expect(valuesOf('BatteryLevel').size).toBe(5)
    expect(valuesOf('InfusionStatus')).toEqual(
      new Set(['pump-status-infusing', 'pump-status--not-infusing', undefined]),
    )
    expect(valuesOf('DeviceStatus')).toEqual(new Set(['comm-status-online', 'comm-status-offline']))
    expect(valuesOf('WifiStrength').size).toBeGreaterThan(3)
    expect(states.filter(({ alarm }) => alarm !== undefined).length).toBeGreaterThan(50)
    expect(share(states, ({ DeviceStatus }) => DeviceStatus === 'comm-status-offline')).toBeLessThan(0.2)
  })
})

/** Returns the number of assets away from their home floor. @param floors floors of each asset, by its id */
function countAway(floors: ReadonlyMap<string, string>): number {
  return hospital.homeLocations.filter(
    ({ AssetId, level }) => floors.has(AssetId) && floors.get(AssetId) !== level.join('>'),
  ).length
}

test('most equipment is on its home floor and some is not, at the end and on the following day', () => {
  const floorOf = new Map(
    hospital.plans.flatMap(({ levels, site, building, floor }) =>
      levels.flatMap(({ rooms }) =>
        rooms.map(({ hierarchyId }) => [hierarchyId, [site, building, floor].join('>')] as const),
      ),
    ),
  )
  const past = countAway(
    new Map(positions.map(({ AssetId, hierarchyId }) => [AssetId, floorOf.get(String(hierarchyId)) ?? ''])),
  )
  const world = new HospitalWorld(hospital, OPTIONS.seed)
  const countPresent = () =>
    countAway(
      new Map(
        world.tracked.map(({ asset, position }) => {
          const { site = '', building = '', floor = '' } = hospital.plans[position.floor] ?? {}
          return [asset.AssetId, [site, building, floor].join('>')]
        }),
      ),
    )
  const atFirst = countPresent()
  for (let second = 0; second < 6 * 3_600; second += 10) world.advance(10)
  for (const away of [past, atFirst, countPresent()]) {
    expect(away).toBeGreaterThan(hospital.homeLocations.length * 0.04)
    expect(away).toBeLessThan(hospital.homeLocations.length * 0.35)
  }
})

/** Returns the number of devices in each state. */
function countStates(devices: Iterable<Record<string, unknown>>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const device of devices)
    for (const state of [device['BatteryLevel'], device['DeviceStatus'], device['InfusionStatus']])
      if (typeof state === 'string') counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}

test('the simulator begins and continues with as many devices in each state as at the end of the history', () => {
  const reported = new Map<string, Record<string, unknown>>()
  for (const { AssetId, ...state } of states) reported.set(AssetId, { ...reported.get(AssetId), ...state })
  const past = countStates(reported.values())
  const world = new HospitalWorld(hospital, OPTIONS.seed)
  const presentStates = () =>
    world.tracked.flatMap(({ device }) =>
      device
        ? {
            BatteryLevel: batteryLevel(device.charge),
            DeviceStatus: device.online ? 'comm-status-online' : 'comm-status-offline',
            ...(device.infuses
              ? { InfusionStatus: device.infusing ? 'pump-status-infusing' : 'pump-status--not-infusing' }
              : {}),
          }
        : [],
    )
  const most = reported.size * 0.09
  for (let hours = 0; hours <= 6; hours += 1) {
    const present = countStates(presentStates())
    const apart = [...past].map(
      ([state, count]) => [state, Math.abs((present.get(state) ?? 0) - count)] as const,
    )
    expect(apart.filter(([, difference]) => difference > most)).toEqual([])
    for (let second = 0; second < HOUR / 1_000; second += 10) world.advance(10)
  }
})
