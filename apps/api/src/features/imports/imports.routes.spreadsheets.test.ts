import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ImportTest, openImportTest } from '../../testing/import-test.ts'

let api: ImportTest
beforeAll(async () => {
  api = await openImportTest()
})
beforeEach(async () => {
  await api.parts.db.driver.assets.deleteMany({})
  await api.parts.db.driver.importMappings.deleteMany({})
})
afterAll(() => api.close())

const OF_EQUIPMENT = { assetType: 'Equipment' }
const reread = (id: string, body: object, as = api.clerk) => api.post(`/api/imports/${id}/reread`, body, as)
/** Uploads assets without a column of their type, and tries or imports them. */
async function importEquipment(content: string | Buffer, { dryRun = false } = {}) {
  const uploaded = await api.upload(content)
  expect([uploaded.status, uploaded.body.message]).toEqual([200, messages.importUploaded])
  const { id, columns } = uploaded.body.data
  const begun = await api.start(id, columns, { ...OF_EQUIPMENT, dryRun })
  expect([begun.status, begun.body.message]).toEqual([200, messages.importStarted])
  await api.ended(begun.body.data.id)
  const found = await api.get(`/api/imports/${id}/errors`, api.clerk)
  return { id, run: (await api.read(id)).run, found: found.body.data, count: found.body.count }
}

describe('ids that a spreadsheet has changed', () => {
  test('are refused where many would become one, and named with line and column', async () => {
    const file = 'AssetId;AssetName;SerialNo\n1,23457E+11;x;1,00E+15\n4.5E+12;y;8.9E+11\nE-1;z;8.9E+11\n'
    const { run, found } = await importEquipment(file)
    expect(run).toMatchObject({ rows: 3, accepted: 1, refused: 2, errors: 2, warnings: 1 })
    const message = messages.importShortened
    expect(found).toEqual([
      { line: 2, field: 'AssetId', message, value: '1,23457E+11' },
      { line: 3, field: 'AssetId', message, value: '4.5E+12' },
      { line: 4, field: 'SerialNo', message, isWarning: true },
    ])
    expect(await api.count()).toBe(1)
  })

  test('are accepted where an asset has such an id, and where a minus sign is part of it', async () => {
    await api.pushAssets([
      { AssetType: 'Equipment', AssetId: '1E+5' },
      { AssetType: 'Patient', AssetId: '7E+5' },
    ])
    const { run } = await importEquipment('AssetId,AssetName\n1E+5,a\n1.2E+5,b\n3E-12,c\n')
    expect(run).toMatchObject({ accepted: 2, refused: 1, warnings: 1 })
    expect((await api.stored('1E+5'))?.Fields).toMatchObject({ AssetName: 'a' })
    expect(await api.stored('1.2E+5')).toBeNull()
    expect((await api.stored('3E-12'))?.Fields).toMatchObject({ AssetName: 'c' })
    // A hidden patient is refused like an unknown one.
    const header = ['AssetType', 'AssetId']
    const fields = ['7E+5', '8E+5'].map((AssetId) => ['Patient', AssetId])
    const { body } = await api.post('/api/asset.importCsv', { header, fields }, api.clerk)
    const reasons = body.errors.map((error: { message: string }) => error.message)
    expect([reasons.length, new Set(reasons).size]).toEqual([2, 1])
  })

  test('are warned of where they look like dates or contain invisible characters', async () => {
    const file = 'AssetId,AssetName\n01. Mrz,a\nMar-26,b\nE\u200b-1,c\nE-2\u00a0,d\nE-12,e\n3E5,f\n'
    const { run, found } = await importEquipment(file)
    expect(run).toMatchObject({ accepted: 6, refused: 0, warnings: 4 })
    const shown = found.map(({ line, message, character }: Record<string, unknown>) => [
      line,
      message,
      character,
    ])
    expect(shown).toEqual([
      [2, messages.importDate, undefined],
      [3, messages.importDate, undefined],
      [4, messages.importInvisible, 'U+200B ZERO WIDTH SPACE'],
      [5, messages.importInvisible, 'U+00A0 NO-BREAK SPACE'],
    ])
    expect((await api.stored('E-1'))?.Fields).toMatchObject({ AssetName: 'c' })
  })

  test('are refused in the rows of a call and as tags', async () => {
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'E-1' }])
    const tag = { header: ['AssetId', 'Provider', 'TagId'], fields: [['E-1', 'acme', '1.2E+11']] }
    const refused = await api.post('/api/asset.importTagToAsset', tag, api.clerk)
    expect([refused.status, refused.body.code]).toEqual([400, 'import_refused'])
    expect(refused.body.errors).toMatchObject([{ field: 'TagId', message: messages.importShortened }])
    expect((await api.stored('E-1'))?.LocationTags).toEqual([])
  })
})

describe('rows of one asset', () => {
  test.each([true, false])(
    'are counted, and named with the lines that they replace (trial: %s)',
    async (dryRun) => {
      const { run, found, count } = await importEquipment(
        'AssetId,AssetName\nDF-1,a\nDF-1 ,b\ndf-1,c\nDF-1,d\n',
        {
          dryRun,
        },
      )
      // Four rows are two assets: upper and lower case differ in asset ids.
      expect(run).toMatchObject({ accepted: 4, refused: 0, errors: 0, repeats: 2, warnings: 3 })
      const warning = { field: 'AssetId', isWarning: true }
      expect([found, count]).toEqual([
        [
          { line: 3, otherLine: 2, message: messages.importRepeat, ...warning },
          { line: 4, otherLine: 3, message: messages.importNear, ...warning },
          { line: 5, otherLine: 3, message: messages.importRepeat, ...warning },
        ],
        3,
      ])
      expect(await api.count()).toBe(dryRun ? 0 : 2)
      if (!dryRun) expect((await api.stored('DF-1'))?.Fields).toMatchObject({ AssetName: 'd' })
    },
  )

  test('are found among many rows', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `E-${n % 2_990}`)
    const { run, found } = await importEquipment(`AssetId\n${rows.join('\n')}\n`, { dryRun: true })
    expect(run).toMatchObject({ accepted: 3_000, repeats: 10, warnings: 10 })
    expect(found.at(-1)).toMatchObject({ line: 3_001, otherLine: 11, message: messages.importRepeat })
  })

  test('are named in the answer to a call', async () => {
    const header = ['AssetType', 'AssetId', 'AssetName']
    const fields = [
      ['Equipment', 'E-1', 'a'],
      ['Clinician', 'E-1', 'b'],
      ['Equipment', 'E-1', 'c'],
    ]
    const { body } = await api.post('/api/asset.importCsv', { header, fields }, api.clerk)
    expect(body).toMatchObject({ accepted: 3, refused: 0, repeats: 1, errors: [] })
    expect(body.warnings).toEqual([
      { line: 4, field: 'AssetId', message: messages.importRepeat, isWarning: true, otherLine: 2 },
    ])
  })
})

test('columns of tags are found with other spaces and marks, unless one has the name itself', async () => {
  const targetsOf = async (header: string) => {
    const { body } = await api.upload(`${header}\nE-1,acme,t1,x\n`, { operation: 'importTagToAsset' })
    return body.data.columns.map(({ target }: { target: string | null }) => target)
  }
  expect(await targetsOf('Asset ID,Provider,tag_id,Note')).toEqual(['AssetId', 'Provider', 'TagId', null])
  expect(await targetsOf('Asset ID,provider,AssetId,TagId')).toEqual([null, 'Provider', 'AssetId', 'TagId'])
})

const INVENTORY =
  'Hospital inventory 2026;;\nPrinted 27.11.2026;;\n;;\nAssetId;AssetName;SerialNo\nTL-1;x;1\n'

describe('the header row', () => {
  test('is found below titles, and the rows above it are ignored', async () => {
    const { id, run } = await importEquipment(INVENTORY)
    expect(run).toMatchObject({ rows: 1, accepted: 1, refused: 0 })
    expect(await api.read(id)).toMatchObject({ headerRow: 4, rows: 1 })
    expect((await api.stored('TL-1'))?.Fields).toEqual({ AssetName: 'x', SerialNo: '1' })
  })

  test.each([
    ['of a list whose names are unknown', 'List of 2026\nNr;Room 1;Room 2\n1;a;b\n', 2],
    [
      'of a register',
      'Asset Tag,Name,serial_number,Category,Manufacturer\nT-1,V,SN-1,Ventilation,Acme\n',
      undefined,
    ],
    ['below a title of two cells', 'Inventory;2026;\nSerial;Asset Tag;Room\n1;2;3\n', 2],
    ['of a single column', 'AssetId\nE-1\nE-2\n', undefined],
  ])('%s is found', async (_name, content, headerRow) => {
    const { body } = await api.upload(content)
    expect([body.message, body.data.headerRow]).toEqual([messages.importUploaded, headerRow])
  })

  test('can be chosen, before the import and by its uploader only', async () => {
    const { body } = await api.upload(INVENTORY)
    const { id } = body.data
    const chosen = await reread(id, { headerRow: 1 })
    expect([chosen.status, chosen.body.message]).toEqual([200, messages.importUploaded])
    expect(chosen.body.data.columns[0]).toEqual({ name: 'Hospital inventory 2026', target: null })
    expect(chosen.body.data).toMatchObject({ id, rows: 4 })
    expect(chosen.body.data.preview[2]).toEqual({ line: 4, cells: ['AssetId', 'AssetName', 'SerialNo'] })
    expect(await api.read(id)).toEqual(chosen.body.data)
    expect((await reread(id, { headerRow: 21 })).status).toBe(400)
    expect((await reread(id, { headerRow: 9 })).body.message).toBe(messages.importNoRows)
    expect((await reread(id, {}, api.people.admin)).status).toBe(404)
    expect((await reread(id, {})).body.data.headerRow).toBe(4)
  })
})

describe('a code page', () => {
  const text = 'AssetType,AssetId,AssetName\nEquipment,E-1,Ž\u00e1rovka\n'
  const windows1250 = Buffer.from(text.replace('Ž', '\u008e').replace('á', '\u00e1'), 'latin1')

  test('is chosen with the upload of a file that is not UTF-8', async () => {
    expect((await api.upload(windows1250)).body).toMatchObject({ message: messages.importEncoding })
    const uploaded = await api.upload(windows1250).field('encoding', 'windows-1250')
    expect([uploaded.status, uploaded.body.data.encoding]).toEqual([200, 'windows-1250'])
    expect(uploaded.body.data.preview[0].cells[2]).toBe('Žárovka')
    const { body } = await api.start(uploaded.body.data.id, uploaded.body.data.columns)
    expect(await api.ended(body.data.id)).toMatchObject({ state: 'done' })
    expect((await api.stored('E-1'))?.Fields).toEqual({ AssetName: 'Žárovka' })
  })

  test('is chosen for an uploaded file, whose preview changes', async () => {
    const { id } = (await api.upload(windows1250).field('encoding', 'windows-1252')).body.data
    const { data } = (await reread(id, { encoding: 'windows-1251' })).body
    expect([data.encoding, data.preview[0].cells[2]]).toEqual(['windows-1251', 'Ћбrovka'])
    const wrong = await reread(id, { encoding: 'ebcdic' })
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([400, 'encoding'])
    expect((await api.read(id)).encoding).toBe('windows-1251')
  })

  test('names the line whose bytes are no text in it', async () => {
    const broken = Buffer.concat([Buffer.from(text), Buffer.from([0x81, 0xff, 0x0a])])
    const { status, body } = await api.upload(broken).field('encoding', 'gbk')
    expect([status, body.message, body.errors?.[0]?.line]).toEqual([400, messages.importEncodingChosen, 3])
  })
})
