import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { createCounts } from './count-cache.ts'
import { pageIdsByOptions } from './page-by-options.ts'

const WIFI = ['BAR_ONE', 'BAR_TWO', 'BAR_THREE', 'BAR_FOUR', 'BAR_FIVE']
const BATTERY = ['LEVEL_1', 'LEVEL_2', 'LEVEL_3', 'LEVEL_4']
const PATHS = { wifi: 'Fields.WifiStrength.Strength', battery: 'Fields.BatteryLevel.Level' }

const COUNT = 60

type Expected = { AssetType: string; AssetId: string; name: string; wifi: string; battery: string }

let api: ApiTest
const assets: Expected[] = []

beforeAll(async () => {
  api = await openApiTest()
  for (let n = 0; n < COUNT; n += 1) {
    const AssetType = n % 6 === 5 ? 'Clinician' : 'Equipment'
    assets.push({
      AssetType,
      AssetId: `A-${String(n).padStart(4, '0')}`,
      name: `Pump ${n % 4}`,
      wifi: AssetType === 'Clinician' ? '' : (WIFI[(n * 7) % 6] ?? ''),
      battery: AssetType === 'Clinician' ? '' : (BATTERY[(n * 3) % 5] ?? ''),
    })
  }
  await api.pushAssets(
    assets.map(({ AssetType, AssetId, name, wifi, battery }) => ({
      AssetType,
      AssetId,
      AssetName: name,
      ...(wifi ? { WifiStrength: wifi } : {}),
      ...(battery ? { BatteryLevel: battery } : {}),
    })),
  )
  // Stores a value from before the field had options.
  await api.parts.db.driver.assets.updateMany(
    { AssetId: { $in: ['A-0001', 'A-0004'] } },
    { $set: { [PATHS.wifi]: 'BAR_SIX' } },
  )
  for (const asset of assets) if (['A-0001', 'A-0004'].includes(asset.AssetId)) asset.wifi = 'BAR_SIX'
})
afterAll(() => api.close())

const rankOf = (wifi: string): number => (wifi === '' ? -2 : WIFI.indexOf(wifi))
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const compareWifi = (a: Expected, b: Expected): number => rankOf(a.wifi) - rankOf(b.wifi)
const byTypeAndId = (a: Expected, b: Expected): number =>
  compareTexts(a.AssetType, b.AssetType) || compareTexts(a.AssetId, b.AssetId)

const sorted = (direction: 1 | -1, ...compare: ((a: Expected, b: Expected) => number)[]): string[] =>
  assets
    .toSorted(
      (a, b) =>
        direction * ([...compare, byTypeAndId].map((order) => order(a, b)).find((order) => order !== 0) ?? 0),
    )
    .map(({ AssetId }) => AssetId)

const pageOf = async (body: object, query: string): Promise<string[]> => {
  const answer = await api.post(`/api/assets.filter${query}`, body)
  return answer.body.assets.map(({ AssetId }: { AssetId: string }) => AssetId)
}
/** Reads a whole list, page by page. */
const listOf = async (body: object, size = 500): Promise<string[]> => {
  const list: string[] = []
  for (let page = 1; ; page += 1) {
    const ids = await pageOf(body, `?pagesize=${size}&page=${page}`)
    list.push(...ids)
    if (ids.length < size) return list
  }
}
const sortBy = (sortField: string, sortDirection: 1 | -1) => ({ sortField, sortDirection })

describe('a list sorted by a field with options', () => {
  test.each([1, -1] as const)('uses the order of the options, direction %s', async (direction) => {
    const sort = [sortBy(PATHS.wifi, direction)]
    expect(await listOf({ sort })).toEqual(sorted(direction, compareWifi))
  })

  test.each([1, -1] as const)(
    'can be filtered by the same field for one type, direction %s',
    async (direction) => {
      const wanted = ['BAR_FIVE', 'BAR_ONE', 'BAR_THREE']
      const ids = await listOf({
        AssetType: 'Equipment',
        [PATHS.wifi]: wanted,
        sort: [sortBy(PATHS.wifi, direction)],
      })
      const allowed = new Set(
        assets.filter(({ wifi }) => wanted.includes(wifi)).map(({ AssetId }) => AssetId),
      )
      expect(ids).toEqual(sorted(direction, compareWifi).filter((id) => allowed.has(id)))
    },
  )

  test.each([
    [7, 1],
    [23, -1],
  ] as const)('has every asset once over all pages of %s, direction %s', async (size, direction) => {
    expect(await listOf({ sort: [sortBy(PATHS.wifi, direction)] }, size)).toEqual(
      sorted(direction, compareWifi),
    )
  })

  test('works far down, where the lists before the page are counted and skipped', async () => {
    const counts = createCounts(api.parts)
    const order = new Map([[PATHS.wifi, WIFI]])
    const range = { skip: 20, size: 1_000 }
    const sort = { [PATHS.wifi]: 1, AssetType: 1, AssetId: 1 } as const
    const ids = await pageIdsByOptions({ db: api.parts.db, counts }, {}, sort, range, order)
    const docs = await api.parts.db.driver.assets.find({}, { projection: { AssetId: 1 } }).toArray()
    const idOf = new Map(docs.map(({ _id, AssetId }) => [_id.toHexString(), AssetId]))
    expect(ids?.map((id) => idOf.get(String(id)))).toEqual(sorted(1, compareWifi).slice(20))
    counts.close()
  })

  test('combines with other fields before and after the field', async () => {
    const compareNames = (a: Expected, b: Expected): number => compareTexts(a.name, b.name)
    const compareBattery = (a: Expected, b: Expected): number => compareTexts(a.battery, b.battery)
    expect(await listOf({ sort: [sortBy('Fields.AssetName', 1), sortBy(PATHS.wifi, 1)] })).toEqual(
      sorted(1, compareNames, compareWifi),
    )
    expect(await listOf({ sort: [sortBy(PATHS.wifi, -1), sortBy('Fields.AssetName', -1)] })).toEqual(
      sorted(-1, compareWifi, compareNames),
    )
    expect(await listOf({ sort: [sortBy(PATHS.battery, 1), sortBy(PATHS.wifi, 1)] })).toEqual(
      sorted(1, compareBattery, compareWifi),
    )
  })

  test('sorts the results of a search', async () => {
    const found = new Set(assets.filter(({ name }) => name === 'Pump 1').map(({ AssetId }) => AssetId))
    expect(await listOf({ search: 'pump 1', sort: [sortBy(PATHS.wifi, 1)] })).toEqual(
      sorted(1, compareWifi).filter((id) => found.has(id)),
    )
  })
})
