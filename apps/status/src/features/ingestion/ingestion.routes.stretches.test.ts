import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { answer, openWard, type TestWard } from '../../testing/open-ward.ts'

let ward: TestWard
beforeAll(async () => {
  ward = await openWard()
})
afterAll(() => ward.close())
beforeEach(async () => {
  const { db, bus } = ward.parts
  for (const store of [db.driver.assets, db.driver.statusHistory, db.driver.stateStretches])
    await store.deleteMany({})
  bus.publish('bus.gap', {})
  for (const AssetId of ['P-1', 'P-2']) await ward.addAsset({ AssetId })
})

const BASE = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000
const minute = (count: number): Date => new Date(BASE + count * 60_000)
const [ONLINE, OFFLINE] = ['comm-status-online', 'comm-status-offline']
const told = (deviceId: string, DeviceStatus: string, count: number) => ({
  deviceId,
  DeviceStatus,
  time: minute(count).toISOString(),
})
const push = (...items: object[]) => ward.push(items).expect(200, answer({ accepted: items.length }))
const stretchesOf = async (assetId: string) => {
  const asset = (await ward.asset(assetId))?._id
  const stored = await ward.parts.db.models.stateStretches.find(asset ? { asset } : {}).sort({ from: 1 })
  return stored.map(({ value, from, to }) => [value, from, to])
}
const marksOf = async (assetId: string) => (await ward.asset(assetId))?.StretchesDue?.at
const isWorkedOut = (assetId: string) => expect.poll(() => marksOf(assetId), TEST_WAIT).toBeUndefined()

it('splits the current stretch at a late state, and the next report continues from there', async () => {
  await push(told('P-1', ONLINE, 1))
  await push(told('P-1', ONLINE, 20))
  await push(told('P-1', OFFLINE, 10))
  await isWorkedOut('P-1')
  expect((await ward.asset('P-1'))?.Stretches?.['DeviceStatus']).toEqual({ value: ONLINE, from: minute(20) })
  await push(told('P-1', OFFLINE, 30))
  await expect
    .poll(() => stretchesOf('P-1'), TEST_WAIT)
    .toEqual([
      [ONLINE, minute(1), minute(10)],
      [OFFLINE, minute(10), minute(20)],
      [ONLINE, minute(20), minute(30)],
      [OFFLINE, minute(30), null],
    ])
  expect(await marksOf('P-1')).toBeUndefined()
})

it('updates the asset when a late state moves the start of its current stretch', async () => {
  await push(told('P-1', ONLINE, 1))
  await push(told('P-1', OFFLINE, 50))
  await push(told('P-1', OFFLINE, 30))
  await isWorkedOut('P-1')
  expect((await ward.asset('P-1'))?.Stretches?.['DeviceStatus']).toEqual({ value: OFFLINE, from: minute(30) })
  expect(await stretchesOf('P-1')).toEqual([
    [ONLINE, minute(1), minute(30)],
    [OFFLINE, minute(30), null],
  ])
})

it('rereads and rewrites an asset changed by another process without marking any asset', async () => {
  await push(told('P-1', ONLINE, 1), told('P-2', ONLINE, 1))
  await expect.poll(() => stretchesOf('P-1'), TEST_WAIT).toHaveLength(1)
  const { assets, stateStretches } = ward.parts.db.driver
  // A rebuild in another process does the same: the stretch now begins earlier.
  const asset = (await ward.asset('P-1'))?._id
  const stretch = await stateStretches.findOne(asset ? { asset } : {})
  if (!stretch) throw new Error('there is no stretch')
  const _id = stretch._id.replace(/^[^|]+/, minute(0).getTime().toString(36).padStart(9, '0'))
  await stateStretches.deleteOne({ _id: stretch._id })
  await stateStretches.insertOne({ ...stretch, _id, from: minute(0) })
  await assets.updateOne({ AssetId: 'P-1' }, { $set: { 'Stretches.DeviceStatus.from': minute(0) } })
  await push(told('P-1', OFFLINE, 5), told('P-2', OFFLINE, 5))
  expect([await marksOf('P-1'), await marksOf('P-2')]).toEqual([undefined, undefined])
  await expect
    .poll(async () => [await stretchesOf('P-1'), await stretchesOf('P-2')], TEST_WAIT)
    .toEqual([
      [
        [ONLINE, minute(0), minute(5)],
        [OFFLINE, minute(5), null],
      ],
      [
        [ONLINE, minute(1), minute(5)],
        [OFFLINE, minute(5), null],
      ],
    ])
  expect((await ward.asset('P-1'))?.Fields['DeviceStatus']).toBe(OFFLINE)
  expect([await marksOf('P-1'), await marksOf('P-2')]).toEqual([undefined, undefined])
})

it('changes nothing at a second state of the same device and time, in one request and in another', async () => {
  const time = minute(5).toISOString()
  const battery = { deviceId: 'P-1', time, BatteryLevel: 'LEVEL_2' }
  const status = { deviceId: 'P-1', time, DeviceStatus: ONLINE, alarm: { code: 'OCC', text: 'Occlusion' } }
  await push(told('P-1', OFFLINE, 1))
  const { body } = await ward.push([battery, status]).expect(200)
  expect(body).toMatchObject({ accepted: 1, duplicates: 1 })
  expect((await ward.push(status).expect(200)).body).toMatchObject({ accepted: 0, duplicates: 1 })
  const asset = await ward.asset('P-1')
  expect(asset?.Fields).toMatchObject({ DeviceStatus: OFFLINE, BatteryLevel: { Level: 'LEVEL_2' } })
  expect(asset?.FieldTimes['DeviceStatus']).toEqual(minute(1))
  expect(await ward.parts.db.models.deviceAlarms.countDocuments({})).toBe(0)
  await push(told('P-1', ONLINE, 9))
  await expect
    .poll(() => stretchesOf('P-1'), TEST_WAIT)
    .toEqual([
      [OFFLINE, minute(1), minute(9)],
      ['LEVEL_2', minute(5), null],
      [ONLINE, minute(9), null],
    ])
})
