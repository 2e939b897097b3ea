import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

const item = (AssetId: string, more: object = {}) => ({ AssetType: 'Equipment', AssetId, ...more })
const push = async (...items: object[]) =>
  (await api.post('/api/ingest/assets', items, api.people.key)).body as { refused: number }
const stored = async (AssetId: string) => (await api.parts.db.driver.assets.findOne({ AssetId }))?.Fields
const idsFor = async (criteria: object) => {
  const { body } = await api.post('/api/assets.filter', [criteria])
  return (body.assets as { AssetId: string }[]).map(({ AssetId }) => AssetId).sort()
}

test('an empty text is stored as no value and found as not available', async () => {
  const { refused } = await push(
    item('N-1', { AssetName: 'a', SerialNo: '', Status: '  ', WifiStrength: '', Note: '', Names: ['', 'x'] }),
    item('N-2', { AssetName: 'b' }),
    item('N-3', { AssetName: 'c', SerialNo: 'S' }),
  )
  expect(refused).toBe(0)
  expect(await stored('N-1')).toEqual({ AssetName: 'a', Names: ['x'] })
  expect(await idsFor({ 'Fields.SerialNo': 'N/A' })).toEqual(['N-1', 'N-2'])
  expect(await idsFor({ 'Fields.SerialNo': ['N/A', 'S'] })).toEqual(['N-1', 'N-2', 'N-3'])
})

test('an empty text removes a value, as null does', async () => {
  await push(item('R-1', { AssetName: 'a', SerialNo: 'S' }))
  await push(item('R-1', { SerialNo: ' ' }))
  expect(await stored('R-1')).toEqual({ AssetName: 'a' })
})

test('an empty text of an earlier version is found as not available', async () => {
  await push(item('E-1', { AssetName: 'a', SerialNo: 'S' }))
  await api.parts.db.driver.assets.updateOne({ AssetId: 'E-1' }, { $set: { 'Fields.SerialNo': '' } })
  expect(await idsFor({ 'Fields.SerialNo': 'N/A' })).toContain('E-1')
})
