import { messages } from '@wardtrack/contracts'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { replaceMapping } from './index.ts'
import { defaultMapping } from './metadata.store.ts'

let api: ApiTest
const changedParts: string[] = []

beforeAll(async () => {
  api = await openApiTest()
  api.parts.bus.subscribe('config.changed', ({ what }) => changedParts.push(what))
})
beforeEach(async () => {
  await api.parts.db.models.metadata.updateOne({ _id: 'mapping' }, { $set: defaultMapping() })
  await replaceMapping(api.parts, { aliases: {}, types: {} })
  changedParts.length = 0
})
afterAll(() => api.close())

const update = (query: object, more: object = {}, headers = api.people.admin) =>
  api.post('/api/assets.updateMetaDataMapping', { id: 'mapping', query, ...more }, headers)
const add = (newMetaData: unknown, newMetaAlias?: string, headers = api.people.admin) =>
  api.post('/api/assets.saveNewMetaDataMapping', { newMetaData, newMetaAlias }, headers)
const mapping = async () => (await api.get('/api/asset.getMetaDataMapping')).body

describe('changing the mapping', () => {
  test('changes only the named paths, and notifies all streams', async () => {
    const before = await mapping()
    const { status, body } = await update({
      'Equipment.BatteryLevel.Alias': '  Charge ',
      'Equipment.BatteryLevel.Options.LEVEL_1.alias': 'Empty',
      'Equipment.BatteryLevel.Options.LEVEL_5.alias': 'Brimful',
      'Equipment.BatteryLevel.Options.LEVEL_2': null,
      'Equipment.SerialNo.filterFlag': 0,
      'Equipment.VolumeInfused.filterFlag': true,
      'Clinician.Status.tableKey': 'Duty',
      'Clinician.Status.Model': 'Fields.Duty.State',
    })
    expect([status, body.err, body.message]).toEqual([200, 0, 'Metadata mapping saved.'])
    const { BatteryLevel, SerialNo, VolumeInfused } = before.Equipment
    const { LEVEL_2: _removed, ...options } = BatteryLevel.Options
    const expected = {
      ...before,
      _revision: expect.not.stringMatching(before._revision),
      Equipment: {
        ...before.Equipment,
        BatteryLevel: {
          ...BatteryLevel,
          Alias: 'Charge',
          Options: { ...options, LEVEL_1: { alias: 'Empty' }, LEVEL_5: { alias: 'Brimful' } },
        },
        SerialNo: { ...SerialNo, filterFlag: '0' },
        VolumeInfused: { ...VolumeInfused, filterFlag: '1' },
      },
      Clinician: {
        ...before.Clinician,
        Status: { ...before.Clinician.Status, tableKey: 'Duty', Model: 'Fields.Duty.State' },
      },
    }
    expect(body.data).toEqual(expected)
    expect(await mapping()).toEqual(body.data)
    expect(Object.keys(body.data.Equipment.BatteryLevel.Options)).toEqual([
      'LEVEL_1',
      'LEVEL_3',
      'LEVEL_4',
      'LEVEL_5',
    ])
    expect(changedParts).toEqual(['metadata'])
  })

  test('allows options depending on the input type', async () => {
    const entry = async (name: string) => (await mapping()).Equipment[name]
    await update({ 'Equipment.BatteryLevel.inputType': 'input' })
    expect(await entry('BatteryLevel')).not.toHaveProperty('Options')
    await update({
      'Equipment.SerialNo.Options.X.alias': 'Ex',
      'Equipment.SerialNo.inputType': 'select',
    })
    expect(await entry('SerialNo')).toMatchObject({ inputType: 'select', Options: { X: { alias: 'Ex' } } })
    await update({ 'Equipment.SerialNo.Options.X': null })
    expect(await entry('SerialNo')).not.toHaveProperty('Options')
    const refused = await update({ 'Equipment.BatteryLevel.Options.LEVEL_1.alias': 'x' })
    expect([refused.status, refused.body.message]).toEqual([400, messages.metadataOptionsRule])
  })

  const paths: [string, string, unknown][] = [
    ['no path', 'Alias', 'x'],
    ['too short a path', 'Equipment.SerialNo', 'x'],
    ['too long a path', 'Equipment.SerialNo.Alias.x', 'x'],
    ['a member that is set otherwise', 'Equipment.SerialNo.icon', 'x'],
    ['a picture of an option', 'Equipment.BatteryLevel.Options.LEVEL_1.image', 'x'],
    ['all options', 'Equipment.BatteryLevel.Options', null],
    ['a whole option', 'Equipment.BatteryLevel.Options.LEVEL_1', 'x'],
    ['an option with a dollar', 'Equipment.BatteryLevel.Options.$set.alias', 'x'],
    ['a prototype for an option', 'Equipment.BatteryLevel.Options.__proto__.alias', 'x'],
    ['a prototype for an entry', 'Equipment.__proto__.Alias', 'x'],
    ['a prototype for a type', '__proto__.SerialNo.Alias', 'x'],
    ['the aliases of types', '_aliases.Equipment.Alias', 'x'],
    ['an operator', '$set.SerialNo.Alias', 'x'],
    ['an unknown type', 'Cart.SerialNo.Alias', 'x'],
    ['an unknown entry', 'Equipment.Owner.Alias', 'x'],
    ['an option of an unknown entry', 'Equipment.Owner.Options.X', null],
    ['an unknown entry with an inherited name', 'Equipment.constructor.Alias', 'x'],
    ['the alias of an unknown type', '_aliases.Cart', 'x'],
  ]
  test.each(paths)('%s is 400 and changes nothing', async (_what, path, value) => {
    const before = await mapping()
    const { status, body } = await update({ 'Equipment.AssetName.Alias': 'Changed', [path]: value })
    expect([status, body.code, body.errors]).toEqual([
      400,
      'validation',
      [{ path: `query.${path}`, message: expect.any(String) }],
    ])
    expect(await mapping()).toEqual(before)
    expect(changedParts).toEqual([])
  })

  const values: [string, unknown, string][] = [
    ['Equipment.SerialNo.Alias', '', messages.fieldRequired],
    ['Equipment.SerialNo.Alias', '   ', messages.fieldRequired],
    ['Equipment.SerialNo.Alias', null, messages.fieldRequired],
    ['Equipment.SerialNo.Alias', 7, messages.fieldRequired],
    ['Equipment.SerialNo.Alias', 'x'.repeat(101), expect.any(String) as never],
    ['Equipment.SerialNo.Alias', 'a\u202eb', 'Control characters are not allowed.'],
    ['Equipment.BatteryLevel.Options.LEVEL_1.alias', '', messages.fieldRequired],
    ['Equipment.SerialNo.filterFlag', '2', messages.metadataFlagRule],
    ['Equipment.SerialNo.filterFlag', null, messages.metadataFlagRule],
    ['Equipment.SerialNo.inputType', 'list', messages.metadataInputTypeRule],
    ['Equipment.SerialNo.tableKey', 'a b', expect.any(String) as never],
    ['Equipment.SerialNo.Model', 'AssetStatus', messages.metadataModelRule],
    ['Equipment.SerialNo.Model', 'Fields', messages.metadataModelRule],
    ['Equipment.SerialNo.Model', 'Fields.Mappings.Patient', messages.metadataModelRule],
    ['Equipment.SerialNo.Model', 'Fields.__proto__.x', messages.metadataModelRule],
    ['Equipment.SerialNo.Model', 'Fields.$where', messages.metadataModelRule],
    ['Equipment.SerialNo.Model', 'Fields.AssetName', messages.metadataModelRule],
    ['Equipment.SerialNo.Model', 'Fields.AssetName.x', messages.metadataModelRule],
    ['Equipment.SerialNo.Model', 'Fields.WifiStrength', messages.metadataModelRule],
  ]
  test.each(values)('%s = %j is 400 with its message', async (path, value, message) => {
    const before = await mapping()
    const { status, body } = await update({ [path]: value })
    expect([status, body.code, body.errors]).toEqual([
      400,
      'validation',
      [{ path: `query.${path}`, message }],
    ])
    expect(await mapping()).toEqual(before)
  })

  test('answers 400 for too few and too many changes, and 404 for an unknown mapping', async () => {
    expect((await update({})).body.code).toBe('validation')
    const many = Array.from({ length: 201 }, (_, index) => [
      `Equipment.SerialNo.Options.O${index}.alias`,
      'x',
    ])
    expect((await update(Object.fromEntries(many))).body.code).toBe('validation')
    expect((await update({ 'Equipment.SerialNo.Alias': 'x' }, { id: 'other' })).status).toBe(404)
    expect(changedParts).toEqual([])
  })

  test('concurrent edits of different members are all kept', async () => {
    const names = ['AssetName', 'SerialNo', 'PrimaryCategory', 'DeviceStatus', 'VolumeInfused']
    const answers = await Promise.all(
      names.map((name) => update({ [`Equipment.${name}.Alias`]: `New ${name}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const { Equipment } = await mapping()
    expect(names.map((name) => Equipment[name].Alias)).toEqual(names.map((name) => `New ${name}`))
  })

  test('refuses a change that names an older revision of the mapping', async () => {
    const { _revision: revision } = await mapping()
    await update({ 'Equipment.SerialNo.Alias': 'Of another person' })
    const { status, body } = await update({ 'Equipment.SerialNo.inputType': 'select' }, { revision })
    expect([status, body.code, body.message]).toEqual([409, 'conflict', messages.changedByOthers])
    expect((await mapping()).Equipment.SerialNo).toMatchObject({
      Alias: 'Of another person',
      inputType: 'input',
    })
    const { _revision: present } = await mapping()
    expect((await update({ 'Equipment.SerialNo.Alias': 'Mine' }, { revision: present })).status).toBe(200)
  })
})

describe('adding to the mapping', () => {
  test('a new entry is an input with its own field and no filter', async () => {
    const { status, body } = await add('Equipment/Owner', 'Belongs to')
    const entry = {
      Alias: 'Belongs to',
      Model: 'Fields.Owner',
      tableKey: 'Owner',
      filterFlag: '0',
      inputType: 'input',
    }
    expect([status, body.data]).toEqual([200, { Equipment: { Owner: entry } }])
    expect((await mapping()).Equipment.Owner).toEqual(entry)
    expect((await add('Equipment/Weight')).body.data.Equipment.Weight.Alias).toBe('Weight')
    expect(changedParts).toEqual(['metadata', 'metadata'])
  })

  test('a new type is empty, and accepts entries and assets immediately', async () => {
    expect((await add('Cart', 'Carts')).body.data).toEqual({ Cart: {} })
    const { Cart, _aliases } = await mapping()
    expect([Cart, _aliases.Cart]).toEqual([{}, 'Carts'])
    expect((await add('Cart/Owner')).status).toBe(200)
    await api.pushAssets([{ AssetType: 'Cart', AssetId: 'K-1', Owner: 'Porters' }])
  })

  const takenNames: [string, string | undefined][] = [
    ['Equipment', undefined],
    ['EQUIPMENT', undefined],
    ['Gear', 'equipment'],
    ['Equipment/SerialNo', undefined],
    ['Equipment/serialno', undefined],
    ['Equipment/Charge', 'Battery level'],
    ['Equipment/BATTERYLEVEL', undefined],
  ]
  test.each(takenNames)("%s, called %s, is 409 'Already Exist'", async (name, alias) => {
    const before = await mapping()
    const { status, body } = await add(name, alias)
    expect([status, body.code, body.message]).toEqual([409, 'duplicate', 'Already Exist'])
    expect(await mapping()).toEqual(before)
  })

  test.each([
    '',
    '1st',
    'a b',
    'Equipment/',
    'Equipment/a.b',
    'a/b/c',
    '__proto__',
    'Equipment/__proto__',
    '$x',
    7,
  ])('%j is 400', async (name) => {
    expect((await add(name)).body.code).toBe('validation')
    expect(changedParts).toEqual([])
  })

  test.each(['AssetId', 'Mappings', 'CurrentLocation', 'tagId'])(
    '%s is reserved for the server',
    async (name) => {
      const { status, body } = await add(`Equipment/${name}`)
      expect([status, body.message]).toEqual([400, messages.metadataNameTaken])
    },
  )

  test('an entry of an unknown type is 404', async () => {
    expect((await add('Cart2/Owner')).body.code).toBe('not_found')
  })

  test('only one of two users who concurrently add the same name succeeds; the other gets 409', async () => {
    const answers = await Promise.all([add('Equipment/Twice'), add('Equipment/twice')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })
})

test('requires a token and the page', async () => {
  const before = await mapping()
  const stranger = await api.people.signIn({ username: 'devices alone', pages: ['devices'] })
  for (const [path, body] of [
    ['updateMetaDataMapping', { id: 'mapping', query: { 'Equipment.SerialNo.Alias': 'x' } }],
    ['saveNewMetaDataMapping', { newMetaData: 'Equipment/New' }],
    ['uploadMetaDataFiles', { id: 'mapping', imageInfo: { 'Equipment#SerialNo#icon': { img: 'x' } } }],
    ['deleteAliasImage', { id: 'mapping', flag: 'icon', type: 'Equipment', parent: 'SerialNo' }],
  ] as const) {
    expect((await request(api.app).post(`/api/assets.${path}`).send(body)).body.code).toBe('unauthenticated')
    expect((await api.post(`/api/assets.${path}`, body, stranger)).body.code).toBe('forbidden')
  }
  expect((await api.get('/api/assets.getUnmappedFields', stranger)).body.code).toBe('forbidden')
  expect(await mapping()).toEqual(before)
})

test('users who configure the mapping without the patient-data flag can change its Patient part, which holds no patients', async () => {
  const keeper = await api.people.signIn({ username: 'keeper of words', pages: ['metadata-mappings'] })
  const { status, body } = await update({ 'Patient.AssetName.Alias': 'Full name' }, {}, keeper)
  expect([status, body.data.Patient.AssetName.Alias]).toEqual([200, 'Full name'])
})
