import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { jobDone } from '../../testing/encryption-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.parts.db.models.encryption.deleteMany({})
  await api.parts.db.models.jobs.deleteMany({})
  await api.parts.db.sealing.reload()
})

const save = (body: unknown) => api.post('/api/assets.saveEncryptionConfig', body)
const update = (body: unknown, id = 'config') => api.post(`/api/assets.updateEncryptionConfig/${id}`, body)
const config = async () => (await api.get('/api/assets.getAllEncryptionConfig')).body
const refusal = ({ status, body }: { status: number; body: Record<string, never> }) => [
  status,
  body['code'],
  (body['errors'] as { path: string }[] | undefined)?.[0]?.path,
  body['message'],
]

describe('the configuration', () => {
  test('is empty at first, and then merges saved fields', async () => {
    expect(await config()).toEqual({ data: [] })
    const first = await save({ Equipment: { SerialNo: [] } })
    expect([first.status, first.body]).toEqual([
      200,
      {
        err: 0,
        message: messages.encryptionSaved,
        data: { _id: 'config', Equipment: { SerialNo: [] } },
        job: {
          id: expect.any(String),
          kind: 'convert',
          state: 'running',
          done: 0,
          total: expect.any(Number),
          startedAt: expect.stringMatching(/Z$/),
          startedBy: expect.any(String),
        },
      },
    ])
    await jobDone(api)
    const second = await save({ Equipment: { BatteryLevel: ['Level'] }, Patient: { AssetName: [] } })
    const merged = {
      _id: 'config',
      Equipment: { SerialNo: [], BatteryLevel: ['Level'] },
      Patient: { AssetName: [] },
    }
    expect(second.body.data).toEqual(merged)
    await jobDone(api)
    expect(await config()).toEqual({ data: [merged] })
  })

  test('accepts changes by path and by type, with or without $set', async () => {
    await save({ Equipment: { SerialNo: [], AssetName: [] } })
    await jobDone(api)
    const steps: [unknown, object][] = [
      [{ 'Equipment.SerialNo': null }, { Equipment: { AssetName: [] } }],
      [
        { $set: { 'Equipment.BatteryLevel': ['Level'] } },
        { Equipment: { AssetName: [], BatteryLevel: ['Level'] } },
      ],
      [
        { $set: { Equipment: { SerialNo: [] }, Clinician: { AssetName: [] } } },
        { Equipment: { SerialNo: [] }, Clinician: { AssetName: [] } },
      ],
      [{ Clinician: {} }, { Equipment: { SerialNo: [] } }],
    ]
    for (const [body, after] of steps) {
      const answer = await update(body)
      expect([answer.status, answer.body.data]).toEqual([200, { _id: 'config', ...after }])
      await jobDone(api)
    }
  })

  test.each([
    ['an unknown type', { Nothing: { SerialNo: [] } }, 'Nothing', messages.assetTypeUnknown],
    ['an unknown field', { Equipment: { Nothing: [] } }, 'Equipment.Nothing', messages.fieldUnknown],
    ['what objects inherit', { Equipment: { toString: [] } }, 'Equipment.toString', messages.fieldUnknown],
    ['an id', { Equipment: { AssetId: [] } }, 'Equipment.AssetId', messages.fieldNotEncryptable],
    ['a type', { Equipment: { AssetType: [] } }, 'Equipment.AssetType', messages.fieldNotEncryptable],
    [
      'a place',
      { Equipment: { CurrentLocation: [] } },
      'Equipment.CurrentLocation',
      messages.fieldNotEncryptable,
    ],
    ['tags', { Equipment: { LocationTags: [] } }, 'Equipment.LocationTags', messages.fieldNotEncryptable],
    [
      'an unknown sub-field',
      { Equipment: { BatteryLevel: ['Level', 'x'] } },
      'Equipment.BatteryLevel.1',
      messages.subFieldUnknown,
    ],
    ['nothing', {}, '', messages.encryptionNothing],
  ])('refuses %s and stays unchanged', async (_what, body, path, message) => {
    expect(refusal(await save(body))).toEqual([400, 'validation', path, message])
    expect(await config()).toEqual({ data: [] })
  })

  test.each([
    { Equipment: 'SerialNo' },
    { Equipment: { SerialNo: 'x' } },
    { Equipment: { SerialNo: [1] } },
    [],
  ])('refuses %j as a configuration', async (body) => {
    expect(refusal(await save(body)).slice(0, 2)).toEqual([400, 'validation'])
    expect(await config()).toEqual({ data: [] })
  })

  test('refuses unknown members, empty changes and changes of another document', async () => {
    expect(refusal(await update({ 'Equipment.SerialNo': [] })).slice(0, 2)).toEqual([404, 'not_found'])
    await save({ Equipment: { SerialNo: [] } })
    await jobDone(api)
    const refusals: [unknown, string][] = [
      [{ 'Equipment.Nothing': [] }, 'Equipment.Nothing'],
      [{ 'Equipment.AssetId': [] }, 'Equipment.AssetId'],
      [{ 'Nothing.SerialNo': null }, 'Nothing.SerialNo'],
      [{ Equipment: [] }, 'Equipment'],
      [{ 'Equipment.SerialNo': { Level: [] } }, 'Equipment.SerialNo'],
      [{}, '$set'],
    ]
    for (const [body, path] of refusals)
      expect(refusal(await update(body)).slice(0, 3)).toEqual([400, 'validation', path])
    expect(refusal(await update({ 'Equipment.SerialNo': null }, 'other')).slice(0, 2)).toEqual([
      404,
      'not_found',
    ])
    expect((await config()).data).toEqual([{ _id: 'config', Equipment: { SerialNo: [] } }])
  })

  test('allows only one change at a time', async () => {
    await save({ Equipment: { SerialNo: [] } })
    for (const answer of [
      await save({ Equipment: { AssetName: [] } }),
      await update({ 'Equipment.AssetName': [] }),
      await api.post('/api/encryption/rotateKey'),
    ])
      expect(refusal(answer).slice(0, 2)).toEqual([409, 'conflict'])
    expect((await config()).data).toEqual([{ _id: 'config', Equipment: { SerialNo: [] } }])
    await jobDone(api)
  })
})

describe('the fields of a type', () => {
  test('are those of the mapping with their sub-fields, including those that cannot be encrypted', async () => {
    const { status, body } = await api.post('/api/assets.getAllFields', { AssetType: 'Equipment' })
    expect(status).toBe(200)
    expect(body.data).toContainEqual({
      field: 'SerialNo',
      alias: 'Serial No',
      subFields: [],
      encryptable: true,
    })
    expect(body.data).toContainEqual({
      field: 'BatteryLevel',
      alias: 'Battery Level',
      subFields: ['Level'],
      encryptable: true,
    })
    const fixed = body.data.filter(({ encryptable }: { encryptable: boolean }) => !encryptable)
    expect(fixed.map(({ field }: { field: string }) => field)).toEqual([
      'AssetId',
      'AssetType',
      'CurrentLocation',
      'HomeLocation',
      'CustomTags',
      'LocationTags',
    ])
  })

  test.each(['Nothing', 'toString'])('are not found for the type %s', async (AssetType) => {
    const answer = await api.post('/api/assets.getAllFields', { AssetType })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})

test('the calls require the page', async () => {
  const nurse = await api.people.signIn({ username: 'no encryption', pages: ['devices'] })
  const administrator = await api.people.signIn({ username: 'encryption', pages: ['encryption-setting'] })
  const requestsAs = (headers: Record<string, string>) => [
    api.get('/api/assets.getAllEncryptionConfig', headers),
    api.post('/api/assets.getAllFields', { AssetType: 'Equipment' }, headers),
    api.post('/api/assets.saveEncryptionConfig', { Equipment: { SerialNo: [] } }, headers),
    api.post('/api/assets.updateEncryptionConfig/config', { 'Equipment.SerialNo': null }, headers),
    api.get('/api/encryption/status', headers),
    api.post('/api/encryption/rotateKey', {}, headers),
    api.post('/api/encryption/removePlainBackup', { name: 'x' }, headers),
  ]
  for (const answer of await Promise.all(requestsAs(nurse)))
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  for (const answer of await Promise.all(requestsAs({})))
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
  expect(await config()).toEqual({ data: [] })
  expect((await api.get('/api/encryption/status', administrator)).body).toEqual({
    job: null,
    keyVersion: 1,
    plainBackups: [],
  })
})
