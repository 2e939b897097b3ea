import request from 'supertest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWard, type TestWard } from '../../testing/open-ward.ts'
import { readStateStretches } from './history.service.ts'

const PATH = '/status/api/deviceStatus.stretches'
const BASE = Date.now() - 3_600_000
const isoAt = (minute: number): string => new Date(BASE + minute * 60_000).toISOString()
let ward: TestWard

beforeAll(async () => {
  ward = await openWard()
  await ward.addAsset({ AssetId: 'S-1' })
  await ward.addAsset({ AssetId: 'S-2', AssetType: 'Patient' })
  const at = (minute: number, state: object) => ({ deviceId: 'S-1', time: isoAt(minute), ...state })
  await ward.push([
    at(0, { DeviceStatus: 'comm-status-online', BatteryLevel: 'LEVEL_4' }),
    at(2, { DeviceStatus: 'comm-status-online' }),
    at(6, { DeviceStatus: 'comm-status-offline' }),
    at(9, { DeviceStatus: 'comm-status-online', BatteryLevel: 'LEVEL_3' }),
  ])
  // A late report of the same state.
  await ward.push([at(4, { DeviceStatus: 'comm-status-online', VolumeInfused: 3 })])
  await ward.push([{ AssetType: 'Patient', AssetId: 'S-2', DeviceStatus: 'comm-status-online' }])
})
afterAll(() => ward.close())

const ask = (body: object, headers = ward.people.admin) =>
  request(ward.app).post(PATH).set(headers).send(body)
const short = (res: request.Response) =>
  res.body.stretches.map(({ field, value, since, until }: Record<string, string>) => [
    field,
    value,
    since,
    until,
  ])

it('joins reports of one value into stretches, newest first', async () => {
  const res = await ask({ assetId: 'S-1' })
  expect([res.status, res.body.readFrom]).toEqual([200, null])
  expect(short(res)).toEqual([
    ['DeviceStatus', 'comm-status-online', isoAt(9), null],
    ['BatteryLevel', 'LEVEL_3', isoAt(9), null],
    ['DeviceStatus', 'comm-status-offline', isoAt(6), isoAt(9)],
    ['DeviceStatus', 'comm-status-online', isoAt(0), isoAt(6)],
    ['BatteryLevel', 'LEVEL_4', isoAt(0), isoAt(9)],
  ])
})

it('starts a period with the value reported before it', async () => {
  const offset = isoAt(5).replace('Z', '+00:00')
  expect(short(await ask({ assetId: 'S-1', createdAt: { startDate: offset, endDate: isoAt(8) } }))).toEqual([
    ['DeviceStatus', 'comm-status-offline', isoAt(6), null],
    ['DeviceStatus', 'comm-status-online', isoAt(5), isoAt(6)],
    ['BatteryLevel', 'LEVEL_4', isoAt(5), null],
  ])
})

it('reports the start of the part it read when a period exceeds one answer', async () => {
  const asset = await ward.asset('S-1')
  if (!asset) throw new Error('no asset')
  const { readFrom, stretches } = await readStateStretches(ward.parts.db, { asset: asset._id }, 2)
  expect(readFrom).toBe(isoAt(6))
  expect(stretches.map(({ field, since, until }) => [field, since, until])).toEqual([
    ['DeviceStatus', isoAt(9), null],
    ['BatteryLevel', isoAt(9), null],
    ['DeviceStatus', isoAt(6), isoAt(9)],
    ['BatteryLevel', isoAt(6), isoAt(9)],
  ])
})

it('hides patients from people without the flag and audits who read about one', async () => {
  const { access, db } = ward.parts
  const noted = async () => {
    await access.audit.flush()
    return db.driver.audit.find({ 'details.patients': { $gt: 0 } }).toArray()
  }
  expect((await ask({ assetId: 'S-2' }, ward.people.noPatients)).status).toBe(404)
  expect((await ask({ assetId: 'S-2', assetType: 'Patient' }, ward.people.noPatients)).status).toBe(404)
  expect(await noted()).toHaveLength(0)
  expect((await ask({ assetId: 'S-2' })).body.stretches).toHaveLength(1)
  expect(await noted()).toHaveLength(1)
})

it('refuses requests without a session, without the page or with invalid input, and stores nothing', async () => {
  const stored = await ward.parts.db.driver.statusHistory.countDocuments()
  expect((await ask({ assetId: 'S-1' }, {})).status).toBe(401)
  expect((await ask({ assetId: 'S-1' }, ward.people.nobody)).status).toBe(403)
  for (const [body, path] of [
    [{}, 'assetId'],
    [{ assetId: ['S-1'] }, 'assetId'],
    [{ assetId: 'S-1', assetType: '$x' }, 'assetType'],
    [{ assetId: 'S-1', createdAt: { startDate: 'yesterday' } }, 'createdAt.startDate'],
    [{ assetId: 'S-1', createdAt: { startDate: isoAt(2), endDate: isoAt(1) } }, 'createdAt.endDate'],
  ] as const) {
    const res = await ask(body)
    expect([res.status, res.body.errors[0].path]).toEqual([400, path])
  }
  expect(await ward.parts.db.driver.statusHistory.countDocuments()).toBe(stored)
})
