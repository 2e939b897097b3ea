import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { encrypt } from '../../testing/encryption-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
beforeEach(async () => {
  await api.parts.db.driver.assets.deleteMany()
  await api.pushAssets([
    pump('Pump one'),
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
    { AssetType: 'Clinician', AssetId: 'C-2', AssetName: 'Baker' },
  ])
  await api.link(['Equipment', 'P-1'], ['Clinician', 'C-1'], ['Clinician', 'C-2'])
})
afterAll(() => api.close())

const pump = (AssetName: string) => ({ AssetType: 'Equipment', AssetId: 'P-1', AssetName })
const namesAt = async (AssetId: string): Promise<unknown[]> => {
  const { body } = await api.get(`/api/assets.getById?assetType=Clinician&assetId=${AssetId}`)
  return body.data.Fields.Mappings.Equipment.map(
    (link: { Fields: { AssetName: string } }) => link.Fields.AssetName,
  )
}
/** Returns the links as stored: a sealed name has a different text after each write. */
const storedLinks = async (): Promise<unknown> => {
  const docs = await api.parts.db.sealing.raw('assets').find({ AssetType: 'Clinician' }).toArray()
  return docs.map(({ Fields }) => (Fields as { Mappings: unknown }).Mappings)
}

test.each(['plain', 'encrypted'])(
  'writes a name that is %s into links only when it changed',
  async (kind) => {
    if (kind === 'encrypted') await encrypt(api, { Equipment: { AssetName: [] } })
    const before = await storedLinks()
    await api.pushAssets([pump('Pump one')])
    await api.pushAssets([{ ...pump('Pump one'), SerialNo: 'S-1' }])
    expect(await storedLinks()).toEqual(before)
    await api.pushAssets([pump('Pump two')])
    for (const id of ['C-1', 'C-2']) expect(await namesAt(id)).toEqual(['Pump two'])
    expect(await storedLinks()).not.toEqual(before)
  },
)
