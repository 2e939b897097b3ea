import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
let nurse: Headers
beforeAll(async () => {
  api = await openApiTest()
  nurse = await api.people.signIn({ username: 'Carer', pages: ['asset-detail'] })
})
beforeEach(async () => {
  await api.parts.db.driver.assets.deleteMany({})
  await api.pushAssets([E1, E2, P1])
})
afterAll(() => api.close())

const E1 = { AssetType: 'Equipment', AssetId: 'E-1' }
const E2 = { AssetType: 'Equipment', AssetId: 'E-2' }
const P1 = { AssetType: 'Patient', AssetId: 'P-1' }
const tag = (TagId: string, IsPrimary = false) => ({ Provider: 'cisco', TagId, IsPrimary })
const add = (body: object) => api.post('/api/assets.addLocationTag', body)
const remove = (body: object) => api.post('/api/assets.removeLocationTag', body)
const historyOf = async (name: Record<string, string>, headers?: Headers) => {
  const query = `assetType=${name['AssetType']}&assetId=${name['AssetId']}`
  const { status, body } = await api.get(`/api/assets.getById?${query}`, headers)
  return { status, history: body.data?.TagHistory }
}

describe('tags over time', () => {
  test('are in the answer about an asset: the current ones, then past ones with start and end', async () => {
    const times = { from: expect.any(String), to: expect.any(String) }
    expect(await historyOf(E1)).toEqual({ status: 200, history: [] })
    await add({ ...E1, LocationTag: tag('T-1', true) })
    await add({ ...E1, LocationTag: tag('T-2') })
    await add({ ...E2, LocationTag: tag('T-1'), move: true })
    expect((await historyOf(E1)).history).toEqual([
      { ...tag('T-2'), from: times.from },
      { ...tag('T-1', true), ...times },
    ])
    const [{ from }] = (await historyOf(E2)).history
    const [, { to }] = (await historyOf(E1)).history
    expect(new Date(from).getTime()).toBeGreaterThanOrEqual(new Date(to).getTime())
  })

  test('have no start where an earlier version assigned them', async () => {
    const old = { LocationTags: [tag('T-1')], TagKeys: ['cisco|t-1'] }
    await api.parts.db.driver.assets.updateOne(E1, { $set: old })
    expect((await historyOf(E1)).history).toEqual([tag('T-1')])
    await remove({ ...E1, Provider: 'cisco', TagId: 'T-1' })
    expect((await historyOf(E1)).history).toEqual([{ ...tag('T-1'), to: expect.any(String) }])
  })

  test("of a patient are unknown to people without the flag, and other assets' lists show no history", async () => {
    await add({ ...P1, LocationTag: tag('T-1') })
    expect(await historyOf(P1, nurse)).toEqual({ status: 404, history: undefined })
    expect((await historyOf(P1)).history).toHaveLength(1)
    const { body } = await api.post('/api/assets.filter', E1)
    expect(body.assets[0]).not.toHaveProperty('TagHistory')
  })
})
