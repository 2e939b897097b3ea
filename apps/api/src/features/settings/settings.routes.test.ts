import { MIRTH_FIELDS, messages } from '@wardtrack/contracts'
import { addDeliveries } from '@wardtrack/outbound'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
let changedParts: string[] = []

beforeAll(async () => {
  api = await openApiTest()
  api.parts.bus.subscribe('config.changed', ({ what }) => changedParts.push(what))
})
beforeEach(async () => {
  await api.parts.db.driver.settings.deleteMany()
  changedParts = []
})
afterAll(() => api.close())

const save = (Type: string, SubType: string, Fields: object, more: object = {}, as?: Headers) =>
  api.post('/api/settings/create', { Type, SubType, Fields, ...more }, as)
const read = (Type: string, SubType: string, as?: Headers) =>
  api.post('/api/settings/getSettings', { Type, SubType }, as)
const count = () => api.parts.db.driver.settings.countDocuments({})
const ADDRESS = 'https://10.0.0.9:6661/alerts'
const PROVIDER = { Enabled: true, HierarchyProvider: false }
const mirth = (fields: object) => ({
  ...Object.fromEntries(MIRTH_FIELDS.map((name) => [name, ''])),
  ...fields,
})

describe('a settings pair', () => {
  test('is not found before it is saved, and is then read by its names in any case', async () => {
    expect((await read('Retention', 'Retention')).body).toEqual({
      status: 0,
      data: { Type: 'Retention', SubType: 'Retention', Fields: {}, revision: '0' },
    })
    const saved = await save('retention', 'RETENTION', { historyDays: '30', other: 1 })
    const { revision } = saved.body.data
    expect(revision).toMatch(/^[0-9a-f-]{36}$/)
    const pair = { Type: 'Retention', SubType: 'Retention', Fields: { historyDays: 30 }, revision }
    expect([saved.status, saved.body]).toEqual([200, { err: 0, message: 'Setting Updated', data: pair }])
    expect((await read('RETENTION', 'retention')).body).toEqual({ status: 1, data: pair })
    expect(changedParts).toEqual(['settings'])
    const otherSetting = await api.post('/settings/getSettings', { Type: 'Retention', SubType: 'Retention' })
    expect(otherSetting.body.data).toEqual(pair)
  })

  test('is replaced as a whole', async () => {
    await save('Location', 'Titles', { Level_1: 'Site', Level_2: 'Building', Level_3: '', colour: 'red' })
    await save('Location', 'Titles', { Level_1: ' Campus ' })
    expect((await read('Location', 'Titles')).body.data.Fields).toEqual({ Level_1: 'Campus' })
    expect(await count()).toBe(1)
  })

  test.each([
    ['Retention', 'Retention', {}, 'Fields.historyDays', messages.retentionDaysRule],
    ['Retention', 'Retention', { historyDays: 0 }, 'Fields.historyDays', messages.retentionDaysRule],
    ['Retention', 'Retention', { historyDays: 3_651 }, 'Fields.historyDays', messages.retentionDaysRule],
    ['Retention', 'Retention', { historyDays: 1.5 }, 'Fields.historyDays', messages.retentionDaysRule],
    ['Retention', 'Retention', { historyDays: '9x' }, 'Fields.historyDays', messages.retentionDaysRule],
    ['Geofence', 'Engine', {}, 'Fields.tolerance', messages.toleranceRule],
    ['Geofence', 'Engine', { tolerance: -1 }, 'Fields.tolerance', messages.toleranceRule],
    ['Geofence', 'Engine', { tolerance: 50.1 }, 'Fields.tolerance', messages.toleranceRule],
    ['Geofence', 'Engine', { tolerance: '' }, 'Fields.tolerance', messages.toleranceRule],
    ['Geofence', 'Geofence', {}, 'Fields.GeofenceTypes', messages.geofenceType],
    [
      'Geofence',
      'Geofence',
      { GeofenceTypes: ['Safe', ' '] },
      'Fields.GeofenceTypes.1',
      messages.geofenceType,
    ],
    ['Geofence', 'Geofence', { GeofenceTypes: [7] }, 'Fields.GeofenceTypes.0', messages.geofenceType],
    ['Location', 'Titles', { Level_2: 7 }, 'Fields.Level_2', messages.titleRule],
    ['Location', 'Titles', { Level_2: 'x'.repeat(101) }, 'Fields.Level_2', messages.titleRule],
  ])('%s/%s refuses %j', async (Type, SubType, Fields, path, message) => {
    const { status, body } = await save(Type, SubType, Fields)
    expect([status, body.code, body.message]).toEqual([400, 'validation', messages.fillCorrectly])
    expect(body.errors).toEqual([{ path, message }])
    expect([await count(), changedParts]).toEqual([0, []])
  })

  test.each([
    ['scale', 'other', 'SubType'],
    ['Scale', '', 'SubType'],
    ['Nothing', 'Nothing', 'Type'],
    ['Mirth', 'Other', 'SubType'],
    ['Geofence', 'Other', 'SubType'],
    ['constructor', '', 'Type'],
    ['', 'x', 'Type'],
  ])('%s/%s is unknown', async (Type, SubType, path) => {
    const written = await save(Type, SubType, {})
    expect([written.status, written.body.errors?.[0]?.path]).toEqual([400, path])
    expect((await read(Type, SubType)).status).toBe(400)
    expect(await count()).toBe(0)
  })

  test('is refused without Fields', async () => {
    const { status, body } = await api.post('/api/settings/create', { Type: 'Mirth', SubType: 'Mirth' })
    expect([status, body.errors[0].path]).toEqual([400, 'Fields'])
  })
})

describe('Mirth', () => {
  test('stores six addresses, some of them optional, and shows the state of deliveries', async () => {
    await save('Mirth', 'Mirth', { GeofenceAlert: ` ${ADDRESS} `, Asset: null, more: 'dropped' }).then(
      ({ status }) => expect(status).toBe(200),
    )
    await addDeliveries(api.parts.db, 'GeofenceAlert', [{ id: 'a', payload: '{}' }])
    const { body } = await read('Mirth', 'Mirth')
    expect(body).toEqual({
      status: 1,
      data: {
        Type: 'Mirth',
        SubType: 'Mirth',
        Fields: mirth({ GeofenceAlert: ADDRESS }),
        revision: expect.any(String),
        DeviceStatusEndpoint: expect.stringMatching(
          /^http:\/\/127\.0\.0\.1:\d+\/status\/api\/ingest\/device-status$/,
        ),
        delivery: { GeofenceAlert: { pending: 1 } },
      },
    })
    await api.parts.db.driver.deliveries.deleteMany()
  })

  test('requires at least one address', async () => {
    for (const Fields of [{}, mirth({}), { Asset: '  ' }]) {
      const { status, body } = await save('Mirth', 'Mirth', Fields)
      expect([status, body.message]).toEqual([400, messages.fillCorrectly])
      expect(body.errors).toEqual(
        MIRTH_FIELDS.map((name) => ({ path: `Fields.${name}`, message: messages.fieldRequired })),
      )
    }
    expect(await count()).toBe(0)
  })

  test.each([
    ['ab', messages.addressNeeded],
    ['ftp://10.0.0.1/x', messages.addressNeeded],
    ['10.0.0.1:99999/x', messages.addressNeeded],
    ['10.0.0.1/a b', messages.addressNeeded],
    [7, messages.addressNeeded],
    [`10.0.0.1/${'x'.repeat(500)}`, messages.addressNeeded],
    ['169.254.169.254/latest', messages.addressRefused],
    ['http://[::ffff:169.254.169.254]/', messages.addressRefused],
    ['metadata.google.internal/x', messages.addressRefused],
    ['127.0.0.1:8080/api', messages.addressRefused],
    ['http://2130706433/', messages.addressRefused],
    ['http://[::1]:6661/', messages.addressRefused],
    ['0.0.0.0/x', messages.addressRefused],
    ['http://user@10.0.0.1/x', messages.addressRefused],
  ])('refuses the address %j', async (address, message) => {
    const { status, body } = await save('Mirth', 'Mirth', { Asset: ADDRESS, GeofenceAlert: address })
    expect([status, body.code, body.message]).toEqual([400, 'validation', messages.fillCorrectly])
    expect(body.errors).toEqual([{ path: 'Fields.GeofenceAlert', message }])
    expect(await count()).toBe(0)
  })
})

describe('a provider', () => {
  test('is stored in lower case with its custom fields, and announced immediately', async () => {
    const { body } = await save('Provider', 'CenTrak', {
      Enabled: 'Yes',
      HierarchyProvider: 'no',
      ' host ': ' 10.0.0.5 ',
    })
    const Fields = { Enabled: true, HierarchyProvider: false, host: '10.0.0.5' }
    expect(body.data).toEqual({
      Type: 'Provider',
      SubType: 'centrak',
      Fields,
      revision: expect.any(String),
    })
    expect((await read('provider', 'CENTRAK')).body).toEqual({ status: 1, data: body.data })
    expect(changedParts).toEqual(['providers'])
  })

  test('is refused at the next request while switched off, and accepted when switched on again', async () => {
    const key = await api.people.makeKey({ kind: 'provider', provider: 'cisco' })
    const push = () => api.post('/api/ingest/assets', [{ AssetType: 'Equipment', AssetId: 'E-1' }], key)
    expect((await push()).status).toBe(200)
    await save('Provider', 'cisco', { ...PROVIDER, Enabled: false })
    expect((await push()).body.code).toBe('provider_disabled')
    await save('Provider', 'cisco', PROVIDER)
    expect((await push()).status).toBe(200)
  })

  test('is listed by name with the other providers', async () => {
    for (const name of ['zebra', 'Aruba', 'cisco']) await save('Provider', name, PROVIDER)
    await save('Retention', 'Retention', { historyDays: 5 })
    expect((await api.get('/api/settings/getAddedLocationProviders')).body).toEqual([
      'aruba',
      'cisco',
      'zebra',
    ])
  })

  test('needs a new name, compared case-insensitively, when it is added; an existing one can be changed', async () => {
    expect((await save('Provider', 'cisco', PROVIDER, { isNew: true })).status).toBe(200)
    const repeated = await save('Provider', 'CISCO', { ...PROVIDER, Enabled: false }, { isNew: true })
    expect([repeated.status, repeated.body.code, repeated.body.message]).toEqual([
      409,
      'duplicate',
      messages.providerExists,
    ])
    expect((await read('Provider', 'cisco')).body.data.Fields.Enabled).toBe(true)
    expect((await save('Provider', 'cisco', { ...PROVIDER, Enabled: false })).status).toBe(200)
    const both = await Promise.all([1, 2].map(() => save('Provider', 'aruba', PROVIDER, { isNew: true })))
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  })

  test.each([
    ['ab', PROVIDER, 'SubType', messages.providerName],
    ['new', PROVIDER, 'SubType', messages.providerName],
    ['RTLS', PROVIDER, 'SubType', messages.providerName],
    ['a b c', PROVIDER, 'SubType', messages.providerName],
    ['../etc', PROVIDER, 'SubType', messages.providerName],
    ['', PROVIDER, 'SubType', messages.providerName],
    ['cisco', { Enabled: true }, 'Fields.HierarchyProvider', messages.fieldRequired],
    ['cisco', { ...PROVIDER, Enabled: 'maybe' }, 'Fields.Enabled', messages.fieldRequired],
    ['cisco', { ...PROVIDER, h: '10.0.0.1' }, 'Fields.h', messages.fieldNameEmpty],
    ['cisco', { ...PROVIDER, host: 'x' }, 'Fields.host', messages.fieldValueEmpty],
    ['cisco', { ...PROVIDER, host: { $gt: 1 } }, 'Fields.host', messages.fieldValueEmpty],
    ['cisco', { ...PROVIDER, $where: 'xx' }, 'Fields.$where', messages.fieldIncomplete],
    ['cisco', { ...PROVIDER, 'a.b': 'xx' }, 'Fields.a.b', messages.fieldIncomplete],
  ])('%s with %j is refused', async (name, Fields, path, message) => {
    const { status, body } = await save('Provider', name, Fields)
    expect([status, body.message]).toEqual([400, messages.fillCorrectly])
    expect(body.errors).toEqual([{ path, message }])
    expect([await count(), changedParts]).toEqual([0, []])
  })
})

describe('geofence types', () => {
  test('are empty until saved', async () => {
    const get = () => api.get('/api/settings/getGeofenceSettings')
    expect((await get()).body).toEqual({
      Type: 'Geofence',
      SubType: 'Geofence',
      Fields: { GeofenceTypes: [] },
    })
    await save('Geofence', 'Geofence', { GeofenceTypes: ['Safe', ' Isolation '] })
    await save('Geofence', 'Engine', { tolerance: '2.5' })
    expect((await get()).body.Fields.GeofenceTypes).toEqual(['Safe', 'Isolation'])
    expect((await read('Geofence', 'Engine')).body.data.Fields).toEqual({ tolerance: 2.5 })
    expect(changedParts).toEqual(['settings', 'settings'])
  })

  test('refuse duplicates, compared case-insensitively', async () => {
    const { status, body } = await save('Geofence', 'Geofence', { GeofenceTypes: ['Safe', 'Own', 'SAFE '] })
    expect([status, body.code, body.message]).toEqual([409, 'duplicate', 'Geofence Type already present!'])
    expect(body.errors[0].path).toBe('Fields.GeofenceTypes.2')
    expect(await count()).toBe(0)
  })
})

describe('access to settings', () => {
  const PAIRS = [
    ['Mirth', 'Mirth', 'mirth-settings', { GeofenceAlert: ADDRESS }],
    ['Provider', 'cisco', 'provider-settings', PROVIDER],
    ['Geofence', 'Geofence', 'geofencing', { GeofenceTypes: [] }],
    ['Geofence', 'Engine', 'geofencing', { tolerance: 1 }],
    ['Location', 'Titles', 'hierarchy-list-two', { Level_1: 'Site' }],
    ['Retention', 'Retention', 'admin-config', { historyDays: 9 }],
  ] as const

  test('requires the page of the type for reading and writing', async () => {
    const people = new Map<string, Headers>()
    for (const page of new Set(PAIRS.map(([, , ownPage]) => ownPage)))
      people.set(
        page,
        await api.people.signIn({ username: `only ${page}`, pages: [page], patientDataAccess: true }),
      )
    for (const [Type, SubType, ownPage, Fields] of PAIRS)
      for (const [page, as] of people) {
        const wanted = page === ownPage ? 200 : 403
        const label = `${Type}/${SubType} by ${page}`
        expect([label, (await save(Type, SubType, Fields, {}, as)).status]).toEqual([label, wanted])
        expect([label, (await read(Type, SubType, as)).status]).toEqual([label, wanted])
      }
    expect((await save('Mirth', 'Mirth', { Asset: ADDRESS }, {}, api.people.nobody)).status).toBe(403)
    expect((await save('Mirth', 'Mirth', { Asset: ADDRESS }, {}, {})).status).toBe(401)
  })

  test('lets users who view geofences read the geofence types, but not write them', async () => {
    const viewer = await api.people.signIn({ username: 'viewer', pages: ['geofencelist'] })
    expect((await api.get('/api/settings/getGeofenceSettings', viewer)).status).toBe(200)
    expect((await read('Geofence', 'Geofence', viewer)).status).toBe(200)
    expect((await save('Geofence', 'Geofence', { GeofenceTypes: [] }, {}, viewer)).status).toBe(403)
    expect((await read('Mirth', 'Mirth', viewer)).status).toBe(403)
    expect((await api.get('/api/settings/getGeofenceSettings', api.people.nobody)).status).toBe(403)
    expect((await api.get('/api/settings/getAddedLocationProviders', api.people.nobody)).status).toBe(403)
  })
})
