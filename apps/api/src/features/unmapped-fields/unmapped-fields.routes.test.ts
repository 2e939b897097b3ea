import { messages } from '@wardtrack/contracts'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { replaceMapping } from '../metadata/index.ts'
import { createSeenFieldLog } from './unmapped-fields.service.ts'

let api: ApiTest
let keeper: Record<string, string>
beforeAll(async () => {
  api = await openApiTest()
  keeper = await api.people.signIn({ username: 'keeper', pages: ['metadata-mappings'] })
})
beforeEach(() => api.parts.db.models.deadLetters.deleteMany({}))
afterAll(() => api.close())

type Field = { type: string; name: string; samples: string[]; source: string }
const unmapped = async (headers = api.people.admin): Promise<Field[]> =>
  (await api.get('/api/assets.getUnmappedFields', headers)).body.data
const find = async (name: string, headers = api.people.admin) =>
  (await unmapped(headers)).find((field) => field.name === name)

const letter = (item: object, more: object = {}) => ({
  _id: JSON.stringify(item),
  endpoint: 'device-status',
  provider: 'mednet',
  receivedAt: new Date(),
  errors: [{ path: 'Humidity', code: 'validation' as const, message: messages.fieldNotMapped }],
  codes: ['validation' as const],
  item: JSON.stringify(item),
  assetType: 'Equipment',
  assetId: 'U-1',
  ...more,
})

test('lists fields that assets have and the mapping lacks, with current values', async () => {
  await api.pushAssets([
    {
      AssetType: 'Equipment',
      AssetId: 'U-1',
      AssetName: 'Pump',
      Colour: 'blue',
      Weight: 4,
      Notes: ['a', 'b'],
    },
    { AssetType: 'Equipment', AssetId: 'U-2', Colour: 'red' },
    { AssetType: 'Equipment', AssetId: 'U-3', Gone: null },
  ])
  await expect.poll(() => find('Colour')).toBeDefined()
  expect(await find('Colour')).toMatchObject({ type: 'Equipment', source: 'assets' })
  expect((await find('Colour'))?.samples.toSorted()).toEqual(['blue', 'red'])
  expect([(await find('Weight'))?.samples, (await find('Notes'))?.samples]).toEqual([['4'], ['a, b']])
  expect(await find('AssetName')).toBeUndefined()
  expect(await find('Gone')).toBeUndefined()
  await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'U-2', Colour: 'green' }])
  expect((await find('Colour'))?.samples.toSorted()).toEqual(['blue', 'green'])
  expect(JSON.stringify(await api.parts.db.models.unmappedFields.find({}))).not.toMatch(/blue|green/)
})

test("no longer lists a field once an entry shows it, whatever the entry's name", async () => {
  await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'U-1', Depth: 3, Height: 2 }])
  await expect.poll(() => find('Height')).toBeDefined()
  await api.post('/api/assets.saveNewMetaDataMapping', { newMetaData: 'Equipment/Depth' })
  expect(await find('Depth')).toBeUndefined()
  const entry = {
    Alias: 'H',
    Model: 'Fields.Height',
    tableKey: 'H',
    filterFlag: '0',
    inputType: 'input',
  } as const
  await replaceMapping(api.parts, { aliases: {}, types: { Equipment: { Tallness: entry } } })
  expect(await find('Height')).toBeUndefined()
})

test('hides even the field names of patients without the flag, because senders choose them', async () => {
  await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-1', Zebulon: 'secret value' }])
  await expect.poll(() => find('Zebulon')).toMatchObject({ samples: ['secret value'] })
  const { text } = await api.get('/api/assets.getUnmappedFields', keeper)
  expect(text).not.toMatch(/Zebulon|secret|Patient/)
  await api.parts.db.driver.deadLetters.insertOne(
    letter(
      { AssetType: 'Patient', AssetId: 'PT-1', Humidity: 'of a patient' },
      { assetType: 'Patient', assetId: 'PT-1' },
    ),
  )
  expect(await find('Humidity')).toMatchObject({ type: 'Patient', samples: ['of a patient'] })
  expect((await api.get('/api/assets.getUnmappedFields', keeper)).text).not.toMatch(/Humidity|of a patient/)
})

test('lists the fields of refused device states with the sent values', async () => {
  await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'U-1' }])
  await api.parts.db.driver.deadLetters.insertMany([
    letter({ deviceId: 'U-1', Humidity: 41 }),
    letter({ deviceId: 'U-1', Humidity: 43 }),
    letter({ deviceId: 'U-1', Humidity: 99 }, { replayed: new Date() }),
    letter(
      { deviceId: 'U-1', other: 1 },
      { errors: [{ path: 'deviceId', code: 'validation', message: 'x' }] },
    ),
    letter(
      { deviceId: 'NOBODY', Humidity: 77 },
      {
        assetId: 'NOBODY',
        errors: [{ path: '$where', code: 'validation', message: messages.fieldNotMapped }],
      },
    ),
  ])
  const field = await find('Humidity')
  expect(field).toMatchObject({ type: 'Equipment', source: 'device-status' })
  expect(field?.samples.toSorted()).toEqual(['41', '43'])
  expect((await unmapped()).map(({ name }) => name)).not.toContain('$where')
  expect((await find('Humidity', keeper))?.samples.toSorted()).toEqual(['41', '43'])
})

test('an integration with generated names cannot fill the store', async () => {
  const seenFields = createSeenFieldLog(api.parts)
  const asset = (from: number) => ({
    AssetType: 'Clinician',
    AssetId: 'C-1',
    values: new Map(
      Array.from({ length: 80 }, (_, index) => [
        `f${from + index}`,
        { name: `Made${from + index}`, value: 'x' },
      ]),
    ),
  })
  seenFields.note([asset(0)], {})
  seenFields.note([asset(80)], {})
  await seenFields.settled()
  expect(await api.parts.db.models.unmappedFields.countDocuments({ AssetType: 'Clinician' })).toBe(100)
})

test('requires a session', async () => {
  expect((await request(api.app).get('/api/assets.getUnmappedFields')).body.code).toBe('unauthenticated')
})
