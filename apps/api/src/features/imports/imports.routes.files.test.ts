import { readdir } from 'node:fs/promises'
import { IMPORT_FORMATS, IMPORT_OPERATIONS, messages } from '@wardtrack/contracts'
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

const CSV = 'AssetType,AssetId,Asset Name\r\nEquipment,E-1,"Pump, ""A"""\r\nEquipment,E-2,Line\r\n'

describe('a file', () => {
  test('is read, previewed with the targets of its columns, and imported by a job', async () => {
    const { id, uploaded, job, run } = await api.importFile(`\ufeff${CSV},,\r\n`)
    expect(uploaded).toMatchObject({
      operation: 'importCsv',
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      rows: 3,
      uploadedBy: 'clerk',
      columns: [
        { name: 'AssetType', target: 'AssetType' },
        { name: 'AssetId', target: 'AssetId' },
        { name: 'Asset Name', target: 'Asset Name' },
      ],
    })
    expect(uploaded.preview.slice(0, 2)).toEqual([
      { line: 2, cells: ['Equipment', 'E-1', 'Pump, "A"'] },
      { line: 3, cells: ['Equipment', 'E-2', 'Line'] },
    ])
    expect(uploaded.targets).toContainEqual({ name: 'SerialNo', label: 'Serial No' })
    expect(uploaded.assetTypes).toEqual(['Equipment', 'Clinician'])
    expect(job.state).toBe('done')
    expect(run).toMatchObject({ dryRun: false, rows: 3, accepted: 2, refused: 0, errors: 0 })
    expect((await api.stored('E-1'))?.Fields).toEqual({ AssetName: 'Pump, "A"' })
    expect(await readdir(api.dir)).not.toContain(id)
    expect((await api.read(id)).preview).toEqual([])
    expect((await api.start(id, uploaded.columns)).body.message).toBe(messages.importFileGone)
    await api.parts.access.audit.flush()
    const entry = await api.parts.db.driver.audit.findOne({ action: 'POST /imports', 'target.id': id })
    expect(entry).toMatchObject({ actor: 'clerk', details: { operation: 'importCsv', rows: 3 } })
  })

  test.each([
    ['semicolons', 'AssetType;AssetId;AssetName\nEquipment;E-1;"a;b,c,d"\n', ';', 'utf-8', 'a;b,c,d'],
    ['tabs', 'AssetType\tAssetId\tAssetName\nEquipment\tE-1\ta,b\n', '\t', 'utf-8', 'a,b'],
    ['lines inside quotes', 'AssetType,AssetId,AssetName\nEquipment,E-1,"a\nb"\n', ',', 'utf-8', 'a\nb'],
    [
      'UTF-16',
      Buffer.from('\ufeffAssetType\tAssetId\tAssetName\r\nEquipment\tE-1\tGröße', 'utf16le'),
      '\t',
      'utf-16le',
      'Größe',
    ],
    ['vertical bars', 'AssetType|AssetId|AssetName\nEquipment|E-1|a;b,c', '|', 'utf-8', 'a;b,c'],
    [
      'a line that names its delimiter',
      'sep=;\r\nAssetType;AssetId;AssetName\r\nEquipment;E-1;Bett',
      ';',
      'utf-8',
      'Bett',
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('AssetType,AssetId,AssetName\nEquipment,E-1,Bett', 'utf16le'),
      ',',
      'utf-16le',
      'Bett',
    ],
  ] as const)(
    'with %s is detected and reported as such',
    async (_title, content, delimiter, encoding, name) => {
      const { uploaded } = await api.importFile(content)
      expect([uploaded.delimiter, uploaded.encoding]).toEqual([delimiter, encoding])
      expect((await api.stored('E-1'))?.Fields).toEqual({ AssetName: name })
    },
  )

  test('is imported the same way from JSON or XML; an XML cell without a value is NA', async () => {
    const json = JSON.stringify([
      { AssetType: 'Equipment', AssetId: 'J-1', AssetName: 'a ] , " b', Depth: 4 },
      { AssetId: 'J-2', AssetType: 'Equipment', Wide: true },
    ])
    expect((await api.importFile(json, { format: 'json' })).run).toMatchObject({ accepted: 2, refused: 0 })
    expect([(await api.stored('J-1'))?.Fields, (await api.stored('J-2'))?.Fields]).toEqual([
      { AssetName: 'a ] , " b', Depth: 4 },
      { Wide: true },
    ])
    const xml = `<?xml version="1.0" encoding="UTF-8"?><rows>
      <row><AssetType>Equipment</AssetType><AssetId>X-1</AssetId><cell name="Serial No">5 &lt; 6</cell><AssetName/></row>
      <row><AssetType>Equipment</AssetType><AssetId>X-2</AssetId><AssetName><![CDATA[<b>]]></AssetName></row></rows>`
    const { uploaded, run } = await api.importFile(xml, { format: 'xml' })
    expect(uploaded.preview[0]?.cells).toEqual(['Equipment', 'X-1', '5 < 6', 'NA'])
    expect(run).toMatchObject({ accepted: 2, refused: 0 })
    expect((await api.stored('X-1'))?.Fields).toEqual({ SerialNo: '5 < 6' })
    expect((await api.stored('X-2'))?.Fields).toEqual({ AssetName: '<b>' })
  })

  test('is imported by the rules of the matching call when it holds tags or the mapping', async () => {
    await api.pushAssets([
      { AssetType: 'Equipment', AssetId: 'E-1' },
      { AssetType: 'Equipment', AssetId: 'E-2', LocationTags: [{ Provider: 'cisco', TagId: 't1' }] },
    ])
    const tags = 'AssetId,Provider,TagId\nE-1,cisco,t1\nE-9,cisco,t2\n'
    const { id, run } = await api.importFile(tags, { operation: 'importTagToAsset' })
    expect(run).toMatchObject({ accepted: 1, refused: 1, errors: 1 })
    expect((await api.get(`/api/imports/${id}/errors`, api.clerk)).body).toEqual({
      data: [{ line: 3, field: 'AssetId', message: messages.assetUnknown }],
      count: 1,
    })
    const mapping = JSON.stringify({ Rack: { Size: { Alias: 'Size', Options: {} } } })
    const imported = await api.importFile(mapping, { operation: 'importMetaDataMapping', format: 'json' })
    expect(imported.run).toMatchObject({ accepted: 1 })
    expect((await api.get('/api/asset.getMetaDataMapping')).body.Rack.Size.Alias).toBe('Size')
  })
})

describe('a dry run', () => {
  test('lists every error and writes nothing; the corrected file is imported', async () => {
    const rows = Array.from({ length: 2_300 }, (_, n) => `Equipment,${n % 23 === 0 ? '' : `E-${n}`},Pump`)
    const dryRun = await api.importFile(`AssetType,AssetId,AssetName\n${rows.join('\n')}`, { dryRun: true })
    expect(dryRun.run).toMatchObject({
      dryRun: true,
      rows: 2_300,
      accepted: 2_200,
      refused: 100,
      errors: 100,
    })
    expect(await api.count()).toBe(0)
    expect(await readdir(api.dir)).toContain(dryRun.id)
    const second = await api.get(`/api/imports/${dryRun.id}/errors?page=4&pagesize=30`, api.clerk)
    expect(second.body.count).toBe(100)
    expect(second.body.data.map(({ line }: { line: number }) => line)).toEqual(
      Array.from({ length: 10 }, (_, n) => (90 + n) * 23 + 2),
    )
    const file = await api.get(`/api/imports/${dryRun.id}/errors.csv`, api.clerk)
    expect(file.headers['content-disposition']).toBe('attachment; filename="import-errors.csv"')
    expect(file.text.split('\r\n').slice(0, 2)).toEqual([
      'Line,Field,Reason,Kind,OtherLine,Character,Value',
      '2,AssetId,This field is required,error,NA,NA,NA',
    ])
    expect(file.text.split('\r\n')).toHaveLength(102)
    const again = await api.start(dryRun.id, dryRun.uploaded.columns)
    await api.ended(again.body.data.id)
    expect((await api.read(dryRun.id)).run).toMatchObject({ dryRun: false, accepted: 2_200, errors: 100 })
    expect(await api.count()).toBe(2_200)
  })

  test('writes no error text that a spreadsheet would execute', async () => {
    const content = 'AssetType,AssetId,"=cmd|calc"\nEquipment,E-1,ok\nEquipment,,x\n'
    const { body } = await api.upload(content)
    const columns = [
      ...body.data.columns.slice(0, 1),
      { name: 'AssetId', target: 'AssetId' },
      { name: '=cmd|calc', target: 'SerialNo' },
    ]
    const long = `AssetType,AssetId,"=cmd|calc"\nEquipment,E-1,${'x'.repeat(501)}\n`
    const second = await api.upload(long)
    const begun = await api.start(second.body.data.id, columns, { dryRun: true })
    await api.ended(begun.body.data.id)
    const { text } = await api.get(`/api/imports/${second.body.data.id}/errors.csv`, api.clerk)
    expect(text).toContain("2,'=cmd|calc,")
  })
})

describe('the targets of columns', () => {
  test('are chosen, and remembered for the next file with the same columns', async () => {
    const content = 'Inventory,What,Where\nE-1,Pump,Cellar\n'
    const first = (await api.upload(content)).body.data
    expect(first.columns).toEqual([
      { name: 'Inventory', target: 'Inventory' },
      { name: 'What', target: 'What' },
      { name: 'Where', target: 'Where' },
    ])
    const columns = [
      { name: 'Inventory', target: 'AssetId' },
      { name: 'What', target: 'AssetName' },
      { name: 'Where', target: null },
    ]
    const begun = await api.start(first.id, columns, { assetType: 'Equipment' })
    await api.ended(begun.body.data.id)
    expect(await api.stored('E-1')).toMatchObject({ AssetType: 'Equipment', Fields: { AssetName: 'Pump' } })
    expect((await api.stored('E-1'))?.Fields).not.toHaveProperty('Where')
    expect((await api.upload(content)).body.data).toMatchObject({ columns, assetType: 'Equipment' })
    expect((await api.upload('Inventory,What\nE-1,x\n')).body.data.columns[0].target).toBe('Inventory')
  })

  test('are unique: a second column of the same name is ignored until another target is chosen', async () => {
    const content = 'AssetType,AssetId,Model,Model\nEquipment,E-1,first,second\n'
    const { id, columns } = (await api.upload(content)).body.data
    expect(columns.map(({ target }: { target: string | null }) => target)).toEqual([
      'AssetType',
      'AssetId',
      'Model',
      null,
    ])
    const both = columns.map((column: object, index: number) =>
      index === 3 ? { ...column, target: 'Model' } : column,
    )
    const { status, body } = await api.start(id, both)
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'columns.3.target', message: messages.importColumnTwice, field: 'Model' }],
    ])
    const begun = await api.start(id, columns)
    await api.ended(begun.body.data.id)
    expect((await api.stored('E-1'))?.Fields).toEqual({ Model: 'first' })
  })

  test('must belong to columns of the file and include every required one', async () => {
    const { id, columns } = (await api.upload('Inventory,Odd name\nE-1,x\n')).body.data
    expect(columns[1].target).toBeNull()
    const refused = await Promise.all([
      api.start(id, [{ name: 'Inventory', target: 'AssetId' }]),
      api.start(id, [
        { name: 'Inventory', target: 'AssetId' },
        { name: 'Odd name', target: null },
      ]),
      api.start(
        id,
        [
          { name: 'Inventory', target: 'AssetId' },
          { name: 'Odd name', target: 'odd name' },
        ],
        {
          assetType: 'Equipment',
        },
      ),
    ])
    expect(refused.map(({ status, body }) => [status, body.errors[0].message])).toEqual([
      [400, messages.importColumnsChanged],
      [400, messages.importColumnMissing],
      [400, messages.importColumnName],
    ])
  })

  test('are listed by a template of every operation and format, which imports nothing', async () => {
    for (const operation of IMPORT_OPERATIONS)
      for (const format of IMPORT_FORMATS) {
        const { status, text, headers } = await api.get(
          `/api/imports/templates/${operation}/${format}`,
          api.clerk,
        )
        expect([status, headers['content-disposition']]).toEqual([
          200,
          `attachment; filename="${operation}.${format}"`,
        ])
        expect(text).not.toContain('Patient')
        if (format === 'csv') {
          expect((await api.upload(text, { operation })).body.message).toBe(messages.importNoRows)
          continue
        }
        const { run } = await api.importFile(text, { operation, format })
        expect(run).toMatchObject({ accepted: 0 })
      }
    const csv = (await api.get('/api/imports/templates/importCsv/csv', api.clerk)).text
    expect(csv).toMatch(/^\ufeffAssetType,AssetId,Asset Name,Serial No,/)
    expect((await api.get('/api/imports/templates/importCsv/exe', api.clerk)).body.code).toBe('validation')
    expect(await api.count()).toBe(0)
  })
})
