import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { openMetadata, replaceMapping, storeMetadataImage } from './index.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

const entry = (name: string) => ({
  Alias: name,
  Model: `Fields.${name}`,
  tableKey: name,
  filterFlag: '1' as const,
  inputType: 'input' as const,
})

test('a new store has the mapping of the specification', async () => {
  const { body } = await api.get('/api/asset.getMetaDataMapping')
  expect(body._id).toBe('mapping')
  expect(Object.keys(body._aliases)).toEqual(['Equipment', 'Clinician', 'Patient'])
  expect(Object.keys(body.Equipment)).toEqual([
    'AssetName',
    'SerialNo',
    'PrimaryCategory',
    'WifiStrength',
    'BatteryLevel',
    'DeviceStatus',
    'InfusionStatus',
    'VolumeInfused',
  ])
  expect(Object.keys(body.Patient)).toEqual(['AssetName', 'Status'])
  expect(body.Equipment.BatteryLevel).toMatchObject({
    Model: 'Fields.BatteryLevel.Level',
    inputType: 'select',
    filterFlag: '1',
  })
  expect(Object.keys(body.Equipment.WifiStrength.Options)).toEqual([
    'BAR_ONE',
    'BAR_TWO',
    'BAR_THREE',
    'BAR_FOUR',
    'BAR_FIVE',
  ])
  expect(body.Equipment.VolumeInfused.filterFlag).toBe('0')
})

test('shows the Patient part to users with the flag, or who configure the mapping', async () => {
  const nurse = await api.people.signIn({ username: 'plain', pages: ['devices'] })
  const shown = await api.get('/api/asset.getMetaDataMapping', nurse)
  expect(Object.keys(shown.body).sort()).toEqual(['Clinician', 'Equipment', '_aliases', '_id'])
  expect(shown.body._aliases.Patient).toBeUndefined()
  const editor = await api.people.signIn({ username: 'keeper', pages: ['metadata-mappings'] })
  expect((await api.get('/api/asset.getMetaDataMapping', editor)).body.Patient).toBeDefined()
})

test('groups filter options, with flagged entries only, and Patient only with the flag', async () => {
  const { body } = await api.get('/api/assets.getFilterOption')
  expect(body).toHaveLength(1)
  const { Equipment } = body[0]
  expect(Object.keys(Equipment.AssetInfo)).toEqual(['AssetName', 'SerialNo', 'PrimaryCategory'])
  expect(Object.keys(Equipment.AssetStatus)).toEqual([
    'WifiStrength',
    'BatteryLevel',
    'DeviceStatus',
    'InfusionStatus',
  ])
  expect(Equipment.Time).toEqual({
    createdAt: expect.objectContaining({ Alias: 'Date & Time', Model: 'createdAt' }),
  })
  expect(Equipment.MedaDataInfo).toEqual({})
  expect(Object.keys(body[0])).toEqual(['Equipment', 'Clinician', 'Patient'])
  const restricted = await api.get('/api/assets.getFilterOption', api.people.noPatients)
  expect(Object.keys(restricted.body[0])).toEqual(['Equipment', 'Clinician'])
})

test('a replaced mapping applies immediately to display, filters and ingestion', async () => {
  expect((await api.post('/api/assets.filter', { 'Fields.Owner': 'x' })).status).toBe(400)
  const types = {
    Equipment: { AssetName: entry('AssetName'), Owner: entry('Owner') },
    Cart: { Owner: entry('Owner') },
  }
  await replaceMapping(api.parts, { aliases: { Cart: 'Carts' }, types })
  const { body } = await api.get('/api/asset.getMetaDataMapping')
  expect(body.Cart).toEqual(types.Cart)
  expect(body.Clinician).toBeDefined()
  expect(body._aliases).toMatchObject({ Cart: 'Carts', Equipment: 'Equipment' })
  await api.pushAssets([{ AssetType: 'Cart', AssetId: 'K-1', Owner: 'Porters' }])
  const found = await api.post('/api/assets.filter', { 'Fields.Owner': 'Porters' })
  expect(found.body.maxAssets).toBe(1)
  const options = await api.get('/api/assets.getFilterOption')
  expect(Object.keys(options.body[0].Cart.MedaDataInfo)).toEqual(['Owner'])
})

test('creates an index for every offered field, and none for other or already indexed fields', async () => {
  const indexed = async () =>
    (await api.parts.db.driver.assets.indexes()).map(({ key }) => Object.keys(key)[2])
  const before = await indexed()
  expect(before).not.toContain('Fields.Ward')
  const hidden = { ...entry('Hidden'), filterFlag: '0' as const }
  const Equipment = { AssetName: entry('AssetName'), Ward: entry('Ward'), Hidden: hidden }
  await replaceMapping(api.parts, { aliases: {}, types: { Equipment } })
  const store = await openMetadata(api.parts)
  await store.settled()
  const after = await indexed()
  expect(after.filter((path) => path === 'Fields.Ward')).toHaveLength(1)
  expect(after).not.toContain('Fields.Hidden')
  expect(after.filter((path) => path === 'Fields.AssetName')).toHaveLength(
    before.filter((path) => path === 'Fields.AssetName').length,
  )
  await store.close()
})

test('stores an image of the mapping under its path, and nowhere else', async () => {
  await storeMetadataImage(api.parts, 'var/uploads/images/Metadata/pump.png', Buffer.from('x'))
  expect(await readFile(join(api.parts.filesDir, 'images/Metadata/pump.png'), 'utf8')).toBe('x')
  for (const path of [
    'var/uploads/images/Metadata/../x.png',
    'x.png',
    'var/uploads/images/Metadata/',
    'var/uploads/images/Metadata/a/b.png',
  ])
    await expect(storeMetadataImage(api.parts, path, Buffer.from('x'))).rejects.toThrow('no path')
})
