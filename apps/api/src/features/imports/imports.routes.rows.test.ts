import { messages } from '@wardtrack/contracts'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { seeTag } from '../../testing/see-tag.ts'

let api: ApiTest
let clerk: Record<string, string>
beforeAll(async () => {
  api = await openApiTest()
  clerk = await api.people.signIn({ username: 'clerk', pages: ['device-import'] })
})
beforeEach(() => api.parts.db.driver.assets.deleteMany({}))
afterAll(() => api.close())

const send = (call: string, header: unknown, fields: unknown, as = clerk) =>
  api.post(`/api/asset.${call}`, { header, fields }, as)
const assets = (header: readonly string[], fields: unknown, as = clerk) =>
  send('importCsv', JSON.stringify(header), JSON.stringify(fields), as)
const tags = (fields: unknown, as = clerk) =>
  send('importTagToAsset', ['AssetType', 'AssetId', 'Provider', 'TagId', 'IsPrimary'], fields, as)
const stored = (AssetId: string) => api.parts.db.driver.assets.findOne({ AssetId })
const storedTags = async (AssetId: string) => (await stored(AssetId))?.LocationTags
const BASE = ['AssetType', 'AssetId']

describe('importing assets', () => {
  test('accepts valid rows, by names and aliases, and lists the others', async () => {
    const { status, body } = await assets(
      [...BASE, 'Serial No', 'batterylevel', 'CustomTags', 'Depth'],
      [
        ['Equipment', 'E-1', 'S-1', 'Low', 'loan; spare', '12'],
        ['Equipment', '', 'S-2', '', '', ''],
        ['Bed', 'E-3'],
        ['Equipment', 'E-4', 'NA', 'LEVEL_9'],
        ['Equipment', 'E-5', 'x', '', '', '', 'beyond'],
        { AssetId: 'E-6', AssetType: 'Equipment', Depth: 4 },
      ],
    )
    expect([status, body.err, body.message]).toEqual([200, 0, messages.importDone])
    expect([body.accepted, body.refused]).toEqual([2, 4])
    expect(body.errors).toEqual([
      { line: 3, field: 'AssetId', message: messages.fieldRequired },
      { line: 4, field: 'AssetType', message: 'This asset type is not in the metadata mapping.' },
      { line: 5, field: 'batterylevel', message: expect.stringContaining('LEVEL_1') },
      { line: 6, field: '', message: messages.importRowLonger },
    ])
    expect(await stored('E-1')).toMatchObject({
      AssetStatus: 'active',
      Fields: { SerialNo: 'S-1', BatteryLevel: { Level: 'LEVEL_2' }, Depth: '12' },
      CustomTags: ['loan', 'spare'],
    })
    expect((await stored('E-6'))?.Fields).toEqual({ Depth: 4 })
    expect(await api.parts.db.driver.assets.countDocuments()).toBe(2)
  })

  test('replaces the values of a row and keeps the rest: an empty cell, NA and #N/A are no values', async () => {
    await assets([...BASE, 'AssetName', 'SerialNo', 'Note'], [['Equipment', 'E-1', 'Old', 'S', 'n']])
    await assets([...BASE, 'AssetName', 'SerialNo', 'Note'], [['Equipment', 'E-1', 'New', 'NA', '#N/A']])
    await assets([...BASE, 'AssetName'], [['Equipment', 'E-1', ' ']])
    expect((await stored('E-1'))?.Fields).toEqual({ AssetName: 'New', SerialNo: 'S', Note: 'n' })
  })

  test('keeps the type of an existing value', async () => {
    await api.pushAssets([
      { AssetType: 'Equipment', AssetId: 'E-1', Ward: 7, Loan: true, Notes: ['a', 'b'], SerialNo: '12' },
    ])
    const before = await stored('E-1')
    await assets(
      [...BASE, 'Ward', 'Loan', 'Notes', 'SerialNo'],
      [['Equipment', 'E-1', '7', 'true', 'a; b', '12']],
    )
    expect(await stored('E-1')).toEqual(before)
    await assets([...BASE, 'Ward', 'Loan'], [['Equipment', 'E-1', '08', 'false']])
    expect((await stored('E-1'))?.Fields).toMatchObject({ Ward: '08', Loan: false })
  })

  test("accepts texts that a spreadsheet would execute, and removes the export's escaping", async () => {
    await assets(
      [...BASE, 'AssetName', 'Note', 'Offset', 'Formula'],
      [['Equipment', 'E-1', "'=1+1", '=HYPERLINK("x")', '-4.5', "'-2"]],
    )
    expect((await stored('E-1'))?.Fields).toEqual({
      AssetName: '=1+1',
      Note: '=HYPERLINK("x")',
      Offset: -4.5,
      Formula: '-2',
    })
  })

  test('refuses numbers that JSON cannot represent exactly, and invalid values', async () => {
    const text = `[
      {"AssetType":"Equipment","AssetId":"E-1","Big":9007199254740993},
      {"AssetType":"Equipment","AssetId":"E-2","Big":1e400},
      {"AssetType":"Equipment","AssetId":"E-3","Big":{"a":1}},
      {"AssetType":"Equipment","AssetId":"E-4","Big":9007199254740991}]`
    const { body } = await send('importCsv', [...BASE, 'Big'], text)
    expect(body).toMatchObject({ accepted: 1, refused: 3 })
    expect(body.errors.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual([
      [2, 'Big'],
      [3, 'Big'],
      [4, 'Big'],
    ])
    expect(body.errors[0].message).toBe(messages.importNumber)
  })

  test('is refused when no row is valid, each row with its reason', async () => {
    const { status, body } = await assets(
      [...BASE],
      [
        ['Equipment', 'x'.repeat(200)],
        ['Equipment', 'NUL\u0000'],
      ],
    )
    expect([status, body.code, body.message]).toEqual([400, 'import_refused', messages.importRefused])
    expect(body.errors).toEqual([
      { path: 'fields.0.AssetId', line: 2, field: 'AssetId', message: 'At most 128 characters.' },
      {
        path: 'fields.1.AssetId',
        line: 3,
        field: 'AssetId',
        message: 'Control characters are not allowed.',
      },
    ])
    expect(await api.parts.db.driver.assets.countDocuments()).toBe(0)
  })

  test.each([
    [['AssetType'], 'header', messages.importColumnMissing],
    [[...BASE, 'a b'], 'header.2', messages.importColumnName],
    [[...BASE, '__proto__'], 'header.2', messages.importColumnName],
    [[...BASE, '$where'], 'header.2', messages.importColumnName],
    [[...BASE, 'TagKeys'], 'header.2', messages.importColumnName],
    [[...BASE, 'Fields.Mappings'], 'header.2', messages.importColumnName],
  ])('with the columns %j is refused', async (header, path, message) => {
    const { status, body } = await assets(header, [['Equipment', 'E-1', 'x']])
    expect([status, body.code, body.errors[0].path, body.errors[0].message]).toEqual([
      400,
      'validation',
      path,
      message,
    ])
    expect(await api.parts.db.driver.assets.countDocuments()).toBe(0)
  })

  test.each([
    ['no JSON', '[', []],
    ['no list', '{"a":1}', []],
    ['too many columns', Array.from({ length: 501 }, (_, n) => `c${n}`), []],
    ['rows that are none', BASE, ['text']],
  ])('with %s is refused', async (_title, header, fields) => {
    expect((await send('importCsv', header, fields)).body).toMatchObject({ err: 1, code: 'validation' })
  })

  test('is refused for more than 20,000 rows', async () => {
    const rows = Array.from({ length: 20_001 }, (_, n) => ['Equipment', `E-${n}`])
    const { status, body } = await assets(BASE, rows)
    expect([status, body.code]).toEqual([413, 'too_large'])
  })

  test('requires its page and a session', async () => {
    expect((await assets(BASE, [['Equipment', 'E-1']], api.people.nobody)).body.code).toBe('forbidden')
    expect((await request(api.app).post('/api/asset.importCsv').send({})).status).toBe(401)
    expect(await api.parts.db.driver.assets.countDocuments()).toBe(0)
  })
})

describe('patients', () => {
  const row = ['Patient', 'PT-1', 'Zebulon']
  test('are imported only by users with the flag; for others the type does not exist', async () => {
    const flagged = await api.people.signIn({
      username: 'flagged',
      pages: ['device-import'],
      patientDataAccess: true,
    })
    const refused = await assets([...BASE, 'AssetName'], [row])
    const unknown = await assets([...BASE, 'AssetName'], [['Spaceship', 'PT-1', 'Zebulon']])
    expect([refused.status, refused.body.errors]).toEqual([400, unknown.body.errors])
    expect(await stored('PT-1')).toBeNull()
    expect((await assets([...BASE, 'AssetName'], [row], flagged)).body.accepted).toBe(1)
    const before = await stored('PT-1')
    expect((await assets([...BASE, 'AssetName'], [['Patient', 'PT-1', 'Changed']])).status).toBe(400)
    expect(await stored('PT-1')).toEqual(before)
  })

  test('keep their tags, which users without the flag cannot see', async () => {
    await api.pushAssets([
      { AssetType: 'Equipment', AssetId: 'E-1' },
      { AssetType: 'Patient', AssetId: 'PT-1', LocationTags: [{ Provider: 'cisco', TagId: 't1' }] },
    ])
    const { body } = await tags([
      ['Equipment', 'E-1', 'cisco', 't1', ''],
      ['Patient', 'PT-1', 'cisco', 't2', ''],
      ['Equipment', 'NOBODY', 'cisco', 't3', ''],
    ])
    expect(
      body.errors.map(({ field, message }: { field: string; message: string }) => [field, message]),
    ).toEqual([
      ['AssetId', messages.assetUnknown],
      ['AssetId', messages.assetUnknown],
    ])
    expect((await storedTags('PT-1'))?.map(({ TagId }) => TagId)).toEqual(['t1'])
    const flagged = api.people.admin
    expect((await tags([['Equipment', 'E-1', 'cisco', 't1', '']], flagged)).body.accepted).toBe(1)
    expect(await storedTags('PT-1')).toEqual([])
  })

  test("are not revealed by assigning tags: a patient's tag is reserved like a new one", async () => {
    await api.pushAssets([
      { AssetType: 'Equipment', AssetId: 'E-1' },
      { AssetType: 'Patient', AssetId: 'PT-1', LocationTags: [{ Provider: 'cisco', TagId: 'worn' }] },
    ])
    const answerTo = async (TagId: string) => {
      const { status, body } = await tags([['Equipment', 'E-1', 'cisco', TagId, '']])
      const { requestId: _id, ...told } = body
      return { status, ...told }
    }
    const worn = await answerTo('worn')
    expect(worn).toMatchObject({ status: 200, accepted: 1, errors: [] })
    expect(await answerTo('new')).toEqual(worn)
    const asset = await stored('E-1')
    const reserved = await api.parts.db.driver.tagReservations.find().sort({ _id: 1 }).toArray()
    const ofAsset = reserved.filter((reservation) => reservation.asset.equals(asset?._id))
    expect(ofAsset.map(({ tag }) => tag.TagId)).toEqual(['new', 'worn'])
    expect((await storedTags('PT-1'))?.map(({ TagId }) => TagId)).toEqual(['worn'])
    await seeTag(api, 'free')
    expect((await answerTo('free')).accepted).toBe(1)
    expect((await storedTags('E-1'))?.map(({ TagId }) => TagId)).toEqual(['free'])
  })

  test('are not reserved without limit: an asset has at most 50 assigned and reserved tags', async () => {
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'E-1' }])
    const tagRow = (n: number) => ['Equipment', 'E-1', 'cisco', `new ${n}`, '']
    const first = await tags(Array.from({ length: 49 }, (_, n) => tagRow(n)))
    expect(first.body).toMatchObject({ accepted: 49, errors: [] })
    const { status, body } = await tags([tagRow(0), tagRow(49), tagRow(50)])
    expect([status, body.accepted, body.errors]).toEqual([
      200,
      2,
      [expect.objectContaining({ message: messages.importTags })],
    ])
    const asset = await stored('E-1')
    const reserved = await api.parts.db.driver.tagReservations.find().toArray()
    expect(reserved.filter((reservation) => reservation.asset.equals(asset?._id))).toHaveLength(50)
  })
})
