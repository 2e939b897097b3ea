import request from 'supertest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, openWard, type TestWard } from '../../testing/open-ward.ts'

const PATH = '/status/api/deviceStatus.history'
let w: TestWard

beforeAll(async () => {
  w = await openWard()
  await w.addAsset({ AssetId: 'P-1' })
  await w.addAsset({ AssetId: 'PAT-1', AssetType: 'Patient' })
  const stateAt = (n: number) => ({ deviceId: 'P-1', time: ago(100 - n), VolumeInfused: n })
  await w.push(Array.from({ length: 7 }, (_, n) => stateAt(n)))
  await w.push([
    { deviceId: 'P-1', time: ago(1), WifiStrength: 'BAR_TWO', BatteryLevel: 'LEVEL_1', provider: 'mednet' },
    { AssetType: 'Patient', AssetId: 'PAT-1', DeviceStatus: 'comm-status-online' },
  ])
})
afterAll(() => w.close())

const ask = (body: object, headers = w.people.admin) => request(w.app).post(PATH).set(headers).send(body)

it('returns the states newest first as option codes, with the exact total', async () => {
  const first = await ask({ deviceId: 'P-1', items: 2, count: 'ignored' })
  expect(first.status).toBe(200)
  expect(first.body.maxAssets).toBe(8)
  expect(first.body.assets).toEqual([
    {
      Time: expect.stringMatching(/Z$/),
      'Wifi Strength': 'BAR_TWO',
      'Connection Status': null,
      'Battery Level': 'LEVEL_1',
      'Infusion Status': null,
      provider: 'mednet',
    },
    {
      Time: expect.stringMatching(/Z$/),
      'Wifi Strength': null,
      'Connection Status': null,
      'Battery Level': null,
      'Infusion Status': null,
      VolumeInfused: 6,
    },
  ])
  expect((await ask({ deviceId: 'P-1', items: 5, currentPage: 2 })).body.assets).toHaveLength(3)
  expect((await ask({ deviceId: 'P-1', currentPage: 9 })).body).toEqual({ assets: [], maxAssets: 8 })
})

it('returns events within a period, excluding its end, and refuses a period that ends before it begins', async () => {
  const rows = (await ask({ deviceId: 'P-1', items: 8 })).body.assets as { Time: string }[]
  const [startDate, endDate] = [rows[5]?.Time, rows[2]?.Time]
  const within = await ask({ deviceId: 'P-1', items: 2, createdAt: { startDate, endDate } })
  expect([within.status, within.body.maxAssets]).toEqual([200, 3])
  expect(within.body.assets.map((row: { Time: string }) => row.Time)).toEqual([rows[3]?.Time, rows[4]?.Time])
  expect((await ask({ deviceId: 'P-1', createdAt: { startDate: endDate } })).body.maxAssets).toBe(3)
  const refused = await ask({ deviceId: 'P-1', createdAt: { startDate: endDate, endDate: startDate } })
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: 'createdAt.endDate', message: 'The end is before the start.' }],
  ])
})

it('treats a patient as unknown for people without the patient-data flag', async () => {
  expect((await ask({ deviceId: 'PAT-1' })).body.maxAssets).toBe(1)
  expect((await ask({ deviceId: 'PAT-1' }, w.people.noPatients)).status).toBe(404)
  expect((await ask({ deviceId: 'PAT-1', assetType: 'Patient' }, w.people.noPatients)).status).toBe(404)
  expect((await ask({ deviceId: 'PAT-1', assetType: 'Equipment' })).status).toBe(404)
})

it('refuses requests without a session, without the page or with invalid input', async () => {
  expect((await ask({ deviceId: 'P-1' }, {})).status).toBe(401)
  expect((await ask({ deviceId: 'P-1' }, w.people.nobody)).status).toBe(403)
  const res = await ask({ deviceId: ['P-1'], items: 'x' })
  expect(res.status).toBe(400)
  expect(res.body.errors.map((error: { path: string }) => error.path).sort()).toEqual(['deviceId', 'items'])
})
