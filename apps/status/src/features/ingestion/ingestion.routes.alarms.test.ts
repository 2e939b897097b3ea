import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { answer, openWard, type TestWard } from '../../testing/open-ward.ts'

let ward: TestWard
beforeAll(async () => {
  ward = await openWard()
})
afterAll(() => ward.close())

const BASE = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000
const minute = (count: number): Date => new Date(BASE + count * 60_000)
const LOCATION = {
  mapId: null,
  fullPath: { Level_1: 'Northfield', Level_2: 'ICU' },
  xCenterPoint: null,
  yCenterPoint: null,
  time: minute(0),
}
const Location = 'Northfield>ICU'

beforeEach(async () => {
  const { db, bus } = ward.parts
  for (const store of [db.driver.assets, db.driver.statusHistory, db.driver.deviceAlarms])
    await store.deleteMany({})
  await db.driver.stateStretches.deleteMany({})
  bus.publish('bus.gap', {})
  await ward.addAsset({ AssetId: 'P-1', CurrentLocation: LOCATION })
})

const report = (count: number, state: object) => ({
  deviceId: 'P-1',
  time: minute(count).toISOString(),
  ...state,
})
const push = (...items: object[]) => ward.push(items).expect(200, answer({ accepted: items.length }))
/** Reads only this test's asset: stretches of the previous asset may still be written. */
const stretches = async () => {
  const asset = (await ward.asset('P-1'))?._id
  if (!asset) throw new Error('the asset is not there')
  const stored = await ward.parts.db.models.stateStretches.find({ asset }).sort({ from: 1, field: 1 })
  return stored.map(({ field, value, from, to, condition }) => ({ field, value, from, to, condition }))
}

it("stores an alarm once, with its device's location and battery level", async () => {
  const alarm = { code: 'OCC', text: 'Occlusion', priority: 'High' }
  const item = report(5, { alarm })
  await push(report(1, { BatteryLevel: 'LEVEL_2' }))
  ward.parts.bus.publish('bus.gap', {})
  await push(item)
  await ward.push([item]).expect(200, answer({ duplicates: 1 }))
  const asset = await ward.asset('P-1')
  const [row] = await ward.parts.db.models.statusHistory.find({ time: minute(5) })
  expect(await ward.parts.db.models.deviceAlarms.find({})).toEqual([
    {
      _id: row?._id,
      asset: asset?._id,
      AssetType: 'Equipment',
      time: minute(5),
      ...alarm,
      Location,
      Battery: 'LEVEL_2',
    },
  ])
})

it('keeps the first stored version of an alarm with an event id', async () => {
  const item = report(5, { eventId: 'a', alarm: { code: 'OCC', text: 'Occlusion' } })
  await push(item)
  await ward.parts.db.driver.deviceAlarms.deleteMany({})
  const changed = { ...item, alarm: { code: 'AIR', text: 'Air' } }
  await ward.push([changed]).expect(200, answer({ duplicates: 1 }))
  expect(await ward.parts.db.models.deviceAlarms.find({})).toMatchObject([
    { code: 'OCC', Location, Battery: '' },
  ])
})

it('turns states into stretches and adds the location to notifying events', async () => {
  await push(report(1, { BatteryLevel: 'LEVEL_2', DeviceStatus: 'comm-status-online' }))
  await push(report(3, { BatteryLevel: 'LEVEL_2' }), report(4, { BatteryLevel: 'LEVEL_1' }))
  await expect.poll(stretches, TEST_WAIT).toEqual([
    { field: 'BatteryLevel', value: 'LEVEL_2', from: minute(1), to: minute(4), condition: undefined },
    { field: 'DeviceStatus', value: 'comm-status-online', from: minute(1), to: null, condition: undefined },
    {
      field: 'BatteryLevel',
      value: 'LEVEL_1',
      from: minute(4),
      to: null,
      condition: { at: minute(4), Location, Battery: 'LEVEL_1' },
    },
  ])
  await push(report(2, { BatteryLevel: 'LEVEL_3' }))
  await expect
    .poll(async () => (await stretches()).map(({ value, to }) => [value, to]), TEST_WAIT)
    .toEqual([
      ['LEVEL_2', minute(2)],
      ['comm-status-online', null],
      ['LEVEL_3', minute(3)],
      ['LEVEL_2', minute(4)],
      ['LEVEL_1', null],
    ])
})
