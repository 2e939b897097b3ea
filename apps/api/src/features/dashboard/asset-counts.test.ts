import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
const pump = (AssetId: string, more: object) => ({ AssetType: 'Equipment', AssetId, ...more })
beforeAll(async () => {
  api = await openApiTest()
  await api.pushAssets([
    pump('P-1', { BatteryLevel: 'LEVEL_1', WifiStrength: 'BAR_FIVE' }),
    pump('P-2', { BatteryLevel: 'LEVEL_4', WifiStrength: 'BAR_FIVE' }),
    pump('P-3', { BatteryLevel: 'LEVEL_4' }),
    pump('P-4', {}),
    { AssetType: 'Patient', AssetId: 'PT-1' },
    { AssetType: 'Clinician', AssetId: 'C-1' },
  ])
})
afterAll(() => api.close())

const count = async (by: unknown, headers = api.people.admin) =>
  api.post('/api/assets.count', { by }, headers)

test('counts devices by the values of the mapping, in its order', async () => {
  const battery = await count('BatteryLevel')
  expect([battery.status, battery.body]).toEqual([
    200,
    {
      data: [
        { value: 'LEVEL_1', count: 1 },
        { value: 'LEVEL_2', count: 0 },
        { value: 'LEVEL_3', count: 0 },
        { value: 'LEVEL_4', count: 2 },
      ],
      total: 4,
    },
  ])
  const wifi = (await count('WifiStrength')).body
  expect(wifi.total).toBe(4)
  expect(wifi.data.at(-1)).toEqual({ value: 'BAR_FIVE', count: 2 })
})

test('never counts patients, with or without the flag', async () => {
  const [withFlag, without] = [
    await count('BatteryLevel'),
    await count('BatteryLevel', api.people.noPatients),
  ]
  expect(without.body).toEqual(withFlag.body)
})

test('counts only active devices, like the lists', async () => {
  await api.parts.db.driver.assets.updateOne({ AssetId: 'P-2' }, { $set: { AssetStatus: 'inactive' } })
  api.parts.bus.publish('asset.changed', {
    changes: [{ AssetType: 'Equipment', AssetId: 'P-2', change: 'status' }],
    tagKeys: [],
  })
  const { body } = await count('BatteryLevel')
  expect([body.total, body.data.at(-1).count]).toEqual([3, 1])
})

test.each(['PrimaryCategory', 'constructor', '', undefined, { $ne: 1 }, ['BatteryLevel']])(
  'refuses to count by %j',
  async (by) => {
    const { status, body } = await count(by)
    expect([status, body.code]).toEqual([400, 'validation'])
  },
)

test('accepts no criteria', async () => {
  const { status } = await api.post('/api/assets.count', { by: 'BatteryLevel', AssetType: 'Patient' })
  expect(status).toBe(400)
})
