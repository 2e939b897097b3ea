import type { SessionActor } from '@wardtrack/access'
import type { MetaEntry } from '@wardtrack/contracts'
import type { AssetDoc } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiTest } from '../../../testing/api-test.ts'
import { openListTest, WARD } from '../../../testing/list-test.ts'
import { type AssetLists, createAssetLists, toAssetAnswer } from '../../assets/index.ts'
import { type MetadataStore, openMetadata } from '../../metadata/index.ts'
import { type InternalPlaces, openInternalPlaces } from '../../places/index.ts'
import { type AssetColumn, assetColumns, unreadMembers } from './exported-lists.ts'

const MODELS = [
  'Fields.AssetName',
  'Fields.SerialNo',
  'Fields.BatteryLevel.Level',
  'FieldTimes.AssetName',
  'CustomTags',
  'LocationTags',
  'HomeLocation.fullPath.Level_1',
  'HomeLocation',
  'CurrentLocation.mapId',
  'AssetStatus',
  'createdAt',
]
const ACTOR = { patientDataAccess: true } as SessionActor
const EVERYTHING = { conditions: [], sort: [], searches: [] }
const LISTING = { actor: ACTOR, activeByDefault: false }
const BY_ID = [{ sortField: 'AssetId', sortDirection: 1 as const }]

let api: ApiTest
let metadata: MetadataStore
let places: InternalPlaces
let lists: AssetLists
let wholeAssets: AssetDoc[]
beforeAll(async () => {
  api = await openListTest()
  const { assets } = api.parts.db.driver
  await assets.updateOne(
    { AssetId: 'P-2' },
    {
      $set: {
        CustomTags: ['loan', 'cleaned'],
        LocationTags: [{ Provider: 'rtls', TagId: 'T-1', IsPrimary: true }],
        HomeLocation: { fullPath: { Level_1: WARD.fullName[0], Level_2: WARD.fullName[1] } } as never,
      },
    },
  )
  metadata = await openMetadata(api.parts)
  places = openInternalPlaces(api.parts)
  lists = createAssetLists(api.parts, metadata, places)
  wholeAssets = await assets.find({}).sort({ AssetId: 1 }).toArray()
})
afterAll(async () => {
  lists.close()
  places.close()
  await metadata.close()
  await api.close()
})

const entryOf = (Model: string): MetaEntry => ({
  Alias: Model,
  Model,
  tableKey: Model,
  filterFlag: '1',
  inputType: 'input',
})
const rowsOf = (docs: readonly AssetDoc[], columns: readonly AssetColumn[]): unknown[][] =>
  docs.map((doc) => columns.map(({ valueOf }) => valueOf(toAssetAnswer(doc, ACTOR))))

test('cells of an export with any columns equal the values of the whole assets', async () => {
  expect(wholeAssets.length).toBeGreaterThan(5)
  await fc.assert(
    fc.asyncProperty(fc.subarray(MODELS), async (models) => {
      const columns = assetColumns([Object.fromEntries(models.map((model) => [model, entryOf(model)]))])
      const read: AssetDoc[] = []
      for await (const docs of lists.batches(EVERYTHING, LISTING, BY_ID, unreadMembers(columns)))
        read.push(...docs)
      expect(rowsOf(read, columns)).toEqual(rowsOf(wholeAssets, columns))
    }),
    { numRuns: 25, examples: [[[]], [MODELS]] },
  )
})

test('an export reads no member that its columns do not show', async () => {
  const columns = assetColumns([{ AssetName: entryOf('Fields.AssetName') }])
  for await (const docs of lists.batches(EVERYTHING, LISTING, BY_ID, unreadMembers(columns)))
    for (const { FieldTimes, CustomTags, LocationTags, HomeLocation } of docs)
      expect({ FieldTimes, CustomTags, LocationTags, HomeLocation }).toEqual({
        FieldTimes: {},
        CustomTags: [],
        LocationTags: [],
        HomeLocation: undefined,
      })
})
