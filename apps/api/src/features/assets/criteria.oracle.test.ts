import type { SessionActor } from '@wardtrack/access'
import type { Asset } from '@wardtrack/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { LAB, WARD } from '../../testing/list-test.ts'
import { openMetadata } from '../metadata/index.ts'
import { openInternalPlaces } from '../places/index.ts'
import { createAssetLists } from './asset-lists.store.ts'
import { criteriaOf } from './read-asset-criteria.ts'
import { type Conditions, type Criterion, oracleList, type PlainAsset } from './testing/criteria-oracle.ts'

const COUNT = 240
const WORDS = ['Pump', 'pump', 'Bed (blue)', 'É.1', 'é 1', 'a+b', '$x', 'N/A', 'Zebu>lon', '']
const BATTERY = ['LEVEL_1', 'LEVEL_2', 'LEVEL_3', 'LEVEL_4', 'UNKNOWN']
const WIFI = ['BAR_ONE', 'BAR_TWO', 'BAR_THREE', 'BAR_FOUR', 'BAR_FIVE', 'A_BAR', 'NO_BAR']
const PROVIDERS = ['centrak', 'cisco']
const TYPES = ['Equipment', 'Clinician', 'Patient']

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T

/** Creates assets whose fields vary independently, some without a value; the same in every run. */
function plainAsset(number: number): PlainAsset {
  const varied = (factor: number): number => Math.floor((number * factor) / 7) + number
  const word = pick(WORDS, varied(3))
  return {
    AssetType: pick([...TYPES, 'Equipment', 'Equipment'], number),
    AssetId: `A-${(number * 37) % COUNT}`,
    AssetStatus: number % 9 === 0 ? 'inactive' : 'active',
    LocationTags: Array.from({ length: number % 3 }, (_, tag) => ({
      Provider: pick(PROVIDERS, number + tag),
      TagId: `T-${number}-${tag}`,
      IsPrimary: tag === 0,
    })),
    CustomTags: number % 4 === 0 ? ['loan', pick(WORDS.slice(0, 4), varied(5))] : [],
    Fields: {
      ...(word === '' ? {} : { AssetName: `${word} ${number % 5}` }),
      ...(number % 6 === 0 ? {} : { SerialNo: `${pick(WORDS, varied(2))}${number}` }),
      ...(number % 5 === 0 ? {} : { PrimaryCategory: pick(WORDS.slice(0, 5), varied(11)) }),
      ...(number % 7 === 0 ? {} : { BatteryLevel: { Level: pick(BATTERY, varied(4)) } }),
      ...(number % 8 === 0 ? {} : { WifiStrength: { Strength: pick(WIFI, varied(6)) } }),
      ...(number % 3 === 0 ? { VolumeInfused: number % 11 } : {}),
    },
    levels: number % 3 === 0 ? pick([WARD, LAB], varied(2)).fullName : undefined,
    createdAt: new Date(Date.UTC(2026, 0, 1 + (number % 28), number % 24)).toISOString(),
  }
}

const assets = Array.from({ length: COUNT }, (_, number) => plainAsset(number))
let api: ApiTest

beforeAll(async () => {
  api = await openApiTest()
  const { driver, models } = api.parts.db
  for (const place of [WARD, LAB])
    await models.places.create({ provider: 'rtls', ...place, fullName: [...place.fullName] })
  await api.pushAssets(
    assets.map(({ AssetType, AssetId, Fields }) => ({
      AssetType,
      AssetId,
      AssetName: Fields['AssetName'] ?? 'x',
      ...(Fields['SerialNo'] === undefined ? {} : { SerialNo: Fields['SerialNo'] }),
      ...(Fields['PrimaryCategory'] === undefined ? {} : { PrimaryCategory: Fields['PrimaryCategory'] }),
    })),
  )
  for (const { AssetType, AssetId, levels, createdAt, ...members } of assets) {
    await driver.assets.updateOne(
      { AssetType, AssetId },
      { $set: { ...(members as object), createdAt: new Date(createdAt) } },
    )
    const place = [WARD, LAB].find(({ fullName }) => fullName === levels)
    if (place) await api.placeAt([AssetType, AssetId], place)
  }
})
afterAll(() => api.close())

const text = fc.constantFrom(...WORDS.filter((word) => word !== ''), 'um', 'LUE (', '.', '1', 'zzz')
const oneOrMany = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 4 }))
const pattern = text.map(($regex) => ({ $regex, $options: 'i' as const }))
const time = fc.integer({ min: 0, max: 40 }).map((day) => new Date(Date.UTC(2026, 0, day)).toISOString())
const range = fc
  .tuple(time, time)
  .map((ends) => ends.toSorted())
  .chain(([$gte = '', $lt = '']) =>
    fc.constantFrom({ $gte, $lt }, { $gte }, { $lt }, { startDate: $gte, endDate: $lt }),
  )
const named = (path: string, value: fc.Arbitrary<Criterion>): fc.Arbitrary<Conditions> =>
  value.map((criterion) => ({ [path]: criterion }))
const condition = fc.oneof(
  named('AssetType', oneOrMany(fc.constantFrom(...TYPES, 'Robot'))),
  named('AssetStatus', oneOrMany(fc.constantFrom('active', 'inactive'))),
  named('AssetId', fc.oneof(pattern, oneOrMany(fc.constantFrom('A-1', 'A-37', 'A-74', 'a-1')))),
  named('CustomTags', fc.oneof(pattern, oneOrMany(fc.constantFrom('loan', 'Pump', 'N/A')))),
  named('LocationTags.Provider', fc.oneof(pattern, oneOrMany(fc.constantFrom(...PROVIDERS, 'N/A')))),
  named('LocationTags.TagId', oneOrMany(fc.constantFrom('T-1-0', 'T-2-1', 'N/A'))),
  named('Fields.AssetName', fc.oneof(pattern, oneOrMany(fc.constantFrom('Pump 1', 'N/A', '$x 3')))),
  named('Fields.SerialNo', fc.oneof(pattern, oneOrMany(fc.constantFrom('N/A', 'Pump1')))),
  named('Fields.PrimaryCategory', fc.oneof(pattern, oneOrMany(text))),
  named('Fields.BatteryLevel.Level', fc.oneof(pattern, oneOrMany(fc.constantFrom(...BATTERY, 'N/A')))),
  named('Fields.VolumeInfused', oneOrMany(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant('N/A')))),
  named('createdAt', range),
  named('CurrentLocation.fullPath.Level_2', fc.oneof(pattern, oneOrMany(fc.constantFrom('Tower', 'N/A')))),
  named('CurrentLocation.level.Level_3', oneOrMany(fc.constantFrom('Lab', 'Ward 3'))),
)
const searched = fc.constantFrom<string[]>(
  'PUMP',
  'pum',
  'lue (b',
  'tower',
  'Site>An',
  'a-3',
  '$x',
  'é 1',
  'u>l',
)
const sortField = fc.constantFrom(
  'Fields.AssetName',
  'Fields.SerialNo',
  'Fields.PrimaryCategory',
  'Fields.BatteryLevel.Level',
  'Fields.WifiStrength.Strength',
  'Fields.VolumeInfused',
  'AssetType',
  'AssetStatus',
  'createdAt',
)
const sort = fc
  .array(fc.record({ sortField, sortDirection: fc.constantFrom(1 as const, -1 as const) }), { maxLength: 2 })
  .filter((list) => new Set(list.map((item) => item.sortField)).size === list.length)
const question = fc.record({
  conditions: fc.array(condition, { maxLength: 3 }),
  searches: fc.oneof(
    { weight: 1, arbitrary: fc.constant<string[]>([]) },
    { weight: 3, arbitrary: fc.uniqueArray(searched, { minLength: 1, maxLength: 3 }) },
  ),
  sort,
  flagged: fc.boolean(),
})
const pageOf = fc.constantFrom(
  { size: 500, page: 1 },
  { size: 7, page: 1 },
  { size: 7, page: 4 },
  { size: 50, page: 3 },
  { size: 40, page: 4 },
  { size: 15, page: 12 },
)
const keyOf = ({ AssetType, AssetId }: Pick<Asset, 'AssetType' | 'AssetId'>): string =>
  `${AssetType}:${AssetId}`

test('a page holds the assets that a plain filter leaves, in order', async () => {
  await fc.assert(
    fc.asyncProperty(question, pageOf, async (query, { size, page }) => {
      const body: object[] = [...query.conditions]
      body.push(...query.searches.map((search) => ({ search })))
      if (query.sort.length > 0) body.push({ sort: query.sort })
      const expected = oracleList(assets, query)
      const headers = query.flagged ? api.people.admin : api.people.noPatients
      const answer = await api.post(`/api/assets.filter?pagesize=${size}&page=${page}`, body, headers)
      expect([answer.status, answer.body.maxAssets]).toEqual([200, expected.length])
      expect(answer.body.assets.map(keyOf)).toEqual(expected.slice((page - 1) * size, page * size))
    }),
    {
      numRuns: 60,
      examples: [
        [
          {
            conditions: [{ AssetType: ['Equipment', 'Equipment'] }],
            searches: [],
            sort: [],
            flagged: false,
          },
          { size: 500, page: 1 },
        ],
      ],
    },
  )
})

test('the store filter finds the same assets without an index', async () => {
  const { parts } = api
  const metadata = await openMetadata(parts)
  const places = openInternalPlaces(parts)
  const lists = createAssetLists(parts, metadata, places)
  const unindexed = parts.db.connection.collection('assetsWithoutIndexes')
  await unindexed.insertMany(await parts.db.driver.assets.find({}).toArray())
  await fc.assert(
    fc.asyncProperty(question, async (query) => {
      const criteria = criteriaOf([...query.conditions], await metadata.criteriaFields())
      const actor = { patientDataAccess: query.flagged } as SessionActor
      const { searches } = query
      const filter = await lists.filterOf({ ...criteria, searches }, { actor, activeByDefault: true })
      const found = await unindexed.find(filter).toArray()
      expect(found.map((asset) => keyOf(asset as never)).sort()).toEqual(oracleList(assets, query).sort())
    }),
    { numRuns: 100 },
  )
  lists.close()
  places.close()
  await metadata.close()
})
