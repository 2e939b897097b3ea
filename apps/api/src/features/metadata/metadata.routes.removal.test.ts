import { messages } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { replaceMapping } from './index.ts'
import { defaultMapping } from './metadata.store.ts'

let api: ApiTest
let withoutPatients: Headers
let reader: Headers
const changedParts: string[] = []

beforeAll(async () => {
  api = await openApiTest()
  withoutPatients = await api.people.signIn({ username: 'configuring', pages: ['metadata-mappings'] })
  reader = await api.people.signIn({ username: 'reader', pages: ['assetlist'], patientDataAccess: true })
  api.parts.bus.subscribe('config.changed', ({ what }) => changedParts.push(what))
})
beforeEach(async () => {
  const { metadata, assets } = api.parts.db.driver
  await assets.deleteMany()
  await metadata.updateOne({ _id: 'mapping' }, { $set: defaultMapping(), $unset: { removed: 1 } })
  await replaceMapping(api.parts, { aliases: {}, types: {} })
  changedParts.length = 0
})
afterAll(() => api.close())

const admin = () => api.people.admin
const update = (query: object, headers = admin()) =>
  api.post('/api/assets.updateMetaDataMapping', { id: 'mapping', query }, headers)
const add = (newMetaData: string, newMetaAlias?: string) =>
  api.post('/api/assets.saveNewMetaDataMapping', { newMetaData, newMetaAlias })
const remove = (part: object, headers = admin()) =>
  api.post('/api/assets.removeMetaDataMapping', { id: 'mapping', ...part }, headers)
const count = (type: string, name?: string, headers = admin()) =>
  api.get(
    `/api/assets.countMetaDataMapping?type=${type}${name === undefined ? '' : `&name=${name}`}`,
    headers,
  )
const mapping = async () => (await api.get('/api/asset.getMetaDataMapping')).body
const shownOf = async (AssetId: string, AssetType = 'Equipment') =>
  (await api.get(`/api/assets.getById?assetType=${AssetType}&assetId=${AssetId}`)).body.data

describe("a type's alias", () => {
  test('changes by its path, together with entries, and notifies all streams', async () => {
    const { status, body } = await update({
      '_aliases.Equipment': '  Devices ',
      'Equipment.SerialNo.Alias': 'Serial',
    })
    expect([status, body.message]).toEqual([200, messages.metadataSaved])
    const after = await mapping()
    expect(after).toEqual(body.data)
    expect(after._aliases).toEqual({ Equipment: 'Devices', Clinician: 'Clinician', Patient: 'Patient' })
    expect(after.Equipment.SerialNo.Alias).toBe('Serial')
    expect(changedParts).toEqual(['metadata'])
  })

  test.each([
    ['', messages.fieldRequired],
    ['  ', messages.fieldRequired],
    [null, messages.fieldRequired],
    [7, messages.fieldRequired],
    ['x'.repeat(101), expect.any(String) as never],
    ['a\u202eb', 'Control characters are not allowed.'],
  ])('%j is refused, and nothing is changed', async (alias, message) => {
    const before = await mapping()
    const { status, body } = await update({ '_aliases.Equipment': alias, 'Equipment.SerialNo.Alias': 'x' })
    expect([status, body.errors]).toEqual([400, [{ path: 'query._aliases.Equipment', message }]])
    expect(await mapping()).toEqual(before)
  })

  test('is refused when another type has it in any case, or for an unknown type', async () => {
    for (const alias of ['patient', 'CLINICIAN']) {
      const { status, body } = await update({ '_aliases.Equipment': alias })
      expect([status, body.message]).toEqual([409, 'Already Exist'])
    }
    for (const type of ['Cart', 'constructor', '__proto__', '']) {
      const { status, body } = await update({ [`_aliases.${type}`]: 'x' })
      expect([status, body.code, body.errors]).toEqual([
        400,
        'validation',
        [{ path: `query._aliases.${type}`, message: messages.metadataPathUnknown }],
      ])
    }
    expect((await mapping())._aliases.Equipment).toBe('Equipment')
  })

  test('may be swapped with another alias in one call', async () => {
    await update({ '_aliases.Equipment': 'Clinician', '_aliases.Clinician': 'Equipments' })
    expect((await mapping())._aliases).toMatchObject({ Equipment: 'Equipment' })
    const { status } = await update({ '_aliases.Equipment': 'Device', '_aliases.Clinician': 'Nurse' })
    expect([status, (await mapping())._aliases]).toEqual([
      200,
      { Equipment: 'Device', Clinician: 'Nurse', Patient: 'Patient' },
    ])
  })
})

describe('a removed entry', () => {
  test('keeps its values in the assets, and is restored with them', async () => {
    await update({ 'Equipment.BatteryLevel.Options.LEVEL_1.alias': 'Empty' })
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'E-1', BatteryLevel: 'LEVEL_1' }])
    const before = await mapping()
    const stored = await shownOf('E-1')
    changedParts.length = 0
    const { status, body } = await remove({ type: 'Equipment', name: 'BatteryLevel' })
    expect([status, body.message]).toEqual([200, messages.metadataRemoved])
    expect(body.data.Equipment).not.toHaveProperty('BatteryLevel')
    expect(await mapping()).toEqual(body.data)
    expect(changedParts).toEqual(['metadata'])
    const filters = (await api.get('/api/assets.getFilterOption')).body
    expect(JSON.stringify(filters)).not.toContain('BatteryLevel')
    expect((await shownOf('E-1')).Fields).toEqual(stored.Fields)
    expect((await add('Equipment/BatteryLevel')).body.data).toEqual({
      Equipment: { BatteryLevel: before.Equipment.BatteryLevel },
    })
    expect((await mapping()).Equipment.BatteryLevel).toEqual(before.Equipment.BatteryLevel)
    const found = await api.post('/api/assets.filter', { 'Fields.BatteryLevel.Level': 'LEVEL_1' })
    expect(found.body.assets.map(({ AssetId }: { AssetId: string }) => AssetId)).toEqual(['E-1'])
  })

  test('gets another alias when one is given, or when its own is taken', async () => {
    await remove({ type: 'Equipment', name: 'SerialNo' })
    expect((await add('Equipment/SerialNo', 'Number')).body.data.Equipment.SerialNo).toMatchObject({
      Alias: 'Number',
      Model: 'Fields.SerialNo',
      filterFlag: '1',
    })
    await remove({ type: 'Equipment', name: 'SerialNo' })
    await update({ 'Equipment.AssetName.Alias': 'Number' })
    expect((await add('Equipment/SerialNo')).body.data.Equipment.SerialNo.Alias).toBe('SerialNo')
  })

  test('is added as a new entry when its path is taken', async () => {
    await remove({ type: 'Equipment', name: 'BatteryLevel' })
    await add('Equipment/Charge')
    await update({ 'Equipment.Charge.Model': 'Fields.BatteryLevel.Level' })
    const { status } = await add('Equipment/BatteryLevel')
    expect([status, (await mapping()).Equipment.BatteryLevel]).toEqual([409, undefined])
  })
})

describe('a removed type', () => {
  test('accepts no assets until it is restored with its entries; its assets stay', async () => {
    await add('Cart', 'Carts')
    await add('Cart/Colour', 'Paint')
    await api.pushAssets([{ AssetType: 'Cart', AssetId: 'C-1', Colour: 'red' }])
    expect((await remove({ type: 'Cart' })).status).toBe(200)
    const after = await mapping()
    expect([after.Cart, after._aliases.Cart]).toEqual([undefined, undefined])
    const push = async () =>
      (await api.post('/api/ingest/assets', [{ AssetType: 'Cart', AssetId: 'C-2' }], api.people.key)).body
    expect((await push()).refused).toBe(1)
    expect(await api.parts.db.driver.assets.countDocuments({ AssetType: 'Cart' })).toBe(1)
    expect((await add('Cart', 'Trolleys')).body.data.Cart.Colour.Alias).toBe('Paint')
    expect((await mapping())._aliases.Cart).toBe('Trolleys')
    expect((await push()).accepted).toBe(1)
    expect((await shownOf('C-1', 'Cart')).Fields.Colour).toBe('red')
  })

  test.each(['Equipment', 'Clinician', 'Patient'])('is never %s', async (type) => {
    const { status, body } = await remove({ type })
    expect([status, body.errors]).toEqual([400, [{ path: 'type', message: messages.metadataTypeNeeded }]])
    expect(await mapping()).toHaveProperty(type)
  })
})

describe('a part that cannot be removed', () => {
  test.each([
    [{ type: 'Nothing' }, 404],
    [{ type: 'constructor' }, 404],
    [{ type: 'Equipment', name: 'Nothing' }, 404],
    [{ type: 'Equipment', name: 'toString' }, 404],
    [{ type: 'Equipment', name: 'SerialNo', id: 'other' }, 404],
    [{ type: 'Equipment', name: 'SerialNo', revision: 'r-0' }, 409],
    [{ type: '__proto__' }, 400],
    [{ type: 'Equipment', name: 'a.b' }, 400],
    [{}, 400],
  ])('%j is %d', async (part, status) => {
    const before = await mapping()
    expect((await remove(part)).status).toBe(status)
    expect(await mapping()).toEqual(before)
    expect(changedParts).toEqual([])
  })

  test('users without the page can neither remove nor count parts', async () => {
    for (const headers of [reader, {}]) {
      const status = headers === reader ? 403 : 401
      expect((await remove({ type: 'Equipment', name: 'SerialNo' }, headers)).status).toBe(status)
      expect((await count('Equipment', undefined, headers)).status).toBe(status)
    }
    expect((await mapping()).Equipment).toHaveProperty('SerialNo')
  })
})

describe('the number of assets of a part', () => {
  beforeEach(() =>
    api.pushAssets([
      { AssetType: 'Equipment', AssetId: 'E-1', SerialNo: 'S-1' },
      { AssetType: 'Equipment', AssetId: 'E-2' },
      { AssetType: 'Patient', AssetId: 'P-1', AssetName: 'Zebulon' },
    ]),
  )

  test('is returned for a type, and for an entry of a type', async () => {
    expect((await count('Equipment')).body).toEqual({ assets: 2 })
    expect((await count('Equipment', 'SerialNo')).body).toEqual({ assets: 1 })
    expect((await count('Clinician')).body).toEqual({ assets: 0 })
    expect((await count('Patient', 'AssetName')).body).toEqual({ assets: 1 })
  })

  test('is hidden for patients without the flag, whether there are any or not', async () => {
    const answers = async () =>
      Promise.all(
        [undefined, 'AssetName', 'Status'].map(
          async (name) => (await count('Patient', name, withoutPatients)).body,
        ),
      )
    expect(await answers()).toEqual([{}, {}, {}])
    await api.parts.db.driver.assets.deleteMany({ AssetType: 'Patient' })
    expect(await answers()).toEqual([{}, {}, {}])
    expect((await count('Equipment', undefined, withoutPatients)).body).toEqual({ assets: 2 })
  })

  test.each(['Nothing', 'constructor', 'Equipment&name=Nothing', 'Equipment&name=toString'])(
    'is 404 for %s',
    async (part) => {
      expect((await count(part)).status).toBe(404)
    },
  )
})
