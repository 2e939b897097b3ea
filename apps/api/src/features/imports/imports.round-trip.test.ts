import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ImportTest, openImportTest } from '../../testing/import-test.ts'
import { replaceMapping } from '../metadata/index.ts'

let api: ImportTest
beforeAll(async () => {
  api = await openImportTest()
  const entry = (name: string, Alias: string, Options?: Record<string, { alias: string }>) => ({
    [name]: {
      Alias,
      Model: `Fields.${name}`,
      tableKey: name,
      filterFlag: '0' as const,
      inputType: Options ? ('select' as const) : ('input' as const),
      ...(Options ? { Options } : {}),
    },
  })
  await replaceMapping(api.parts, {
    aliases: {},
    types: {
      Cart: {
        ...entry('AssetName', '=Name'),
        ...entry('SerialNo', 'Serial, No'),
        ...entry('Note', 'Note "of it"'),
        ...entry('Amount', 'Amount'),
        ...entry('Grade', 'Grade', { a: { alias: 'Alpha' }, b: { alias: '-Beta' }, c: { alias: 'Alpha' } }),
      },
    },
  })
})
afterAll(() => api.close())

/** Texts of assets with characters that are special in CSV files and spreadsheets. */
const text = fc.oneof(
  fc.constantFrom(
    'NA',
    '#N/A',
    '=1+1',
    '+1',
    '-1',
    '-1.5e-7',
    '@x',
    "'=x",
    "'0",
    "''007",
    "'",
    '"',
    '""',
    'a,b',
    'a;b',
    'a\nb',
    'a\r\nb',
    '00123',
    'true',
    'ä ✓ 漢',
    ' x ',
  ),
  fc.string({
    maxLength: 12,
    unit: fc.constantFrom('a', 'b', '"', "'", ',', ';', '\t', '\n', '=', '+', '-', '@', '0', ' ', 'é'),
  }),
)
/** Texts that are values: rows are sorted by name, and a missing name sorts differently from an empty one. */
const name = text.filter((value) => !['', 'NA', '#N/A'].includes(value.trim()))
const id = fc
  .stringMatching(/^[A-Za-z0-9=+@,;" -]{1,10}$/)
  .filter((value) => !['', 'NA'].includes(value.trim()) && !/^\d+E\+\d+$/i.test(value.trim()))
const asset = fc.record(
  {
    AssetType: fc.constant('Cart'),
    AssetId: id,
    AssetName: name,
    SerialNo: text,
    Note: fc.oneof(
      text,
      fc.array(fc.string({ maxLength: 4, unit: fc.constantFrom('a', 'b', '=', '-') }), { maxLength: 3 }),
      fc.boolean(),
    ),
    Amount: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    Grade: fc.constantFrom('a', 'b', 'c'),
  },
  { requiredKeys: ['AssetType', 'AssetId'] },
)

const exported = async (): Promise<string> =>
  (await api.post('/api/report.exportCsv/devices', { AssetType: 'Cart' })).text

test('an export equals the export of its import into an empty store', async () => {
  const assets = fc.uniqueArray(asset, {
    minLength: 1,
    maxLength: 12,
    selector: ({ AssetId }) => AssetId.trim(),
  })
  await fc.assert(
    fc.asyncProperty(assets, async (items) => {
      await api.parts.db.driver.assets.deleteMany({})
      await api.pushAssets(items)
      const before = await exported()
      const unchanged = await api.parts.db.driver.assets.find({}).sort({ AssetId: 1 }).toArray()
      // Importing into the same store changes nothing, not even types.
      expect((await api.importFile(before)).run).toMatchObject({ accepted: items.length, refused: 0 })
      expect(await api.parts.db.driver.assets.find({}).sort({ AssetId: 1 }).toArray()).toEqual(unchanged)
      await api.parts.db.driver.assets.deleteMany({})
      const { uploaded, run } = await api.importFile(before)
      expect(uploaded.columns.at(-1)).toEqual({ name: 'Location', target: null })
      expect(run).toMatchObject({ accepted: items.length, refused: 0 })
      expect(await exported()).toBe(before)
    }),
    { numRuns: 20 },
  )
}, 120_000)
