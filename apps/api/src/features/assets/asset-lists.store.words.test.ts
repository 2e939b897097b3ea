import type { SessionActor } from '@wardtrack/access'
import type { Sort } from '@wardtrack/contracts'
import { patternContaining } from '@wardtrack/database'
import type { CacheMode } from '@wardtrack/service-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'
import { openMetadata } from '../metadata/index.ts'
import { openInternalPlaces } from '../places/index.ts'
import { type AssetLists, createAssetLists } from './asset-lists.store.ts'

let api: ApiTest
let byWords: AssetLists
let byPieces: AssetLists
const ends: (() => unknown)[] = []
beforeAll(async () => {
  api = await openListTest()
  await api.pushAssets([
    { AssetType: 'Patient', AssetId: 'PT-1', AssetName: 'Pumphrey' },
    { AssetType: 'Equipment', AssetId: 'U-1', AssetName: 'Unit of pumps', SerialNo: 'PUMP' },
    { AssetType: 'Equipment', AssetId: 'U-2', AssetName: 'PUMP', CustomTags: ['loan'] },
  ])
  const open = async (cacheMode: CacheMode) => {
    const parts = { ...api.parts, cacheMode }
    const metadata = await openMetadata(parts)
    const places = openInternalPlaces(parts)
    const lists = createAssetLists(parts, metadata, places)
    ends.push(lists.close, places.close, metadata.close)
    return lists
  }
  byWords = await open('local')
  byPieces = await open('shared')
})
afterAll(async () => {
  for (const end of ends) await end()
  await api.close()
})

const BY_NAME: Sort[] = [{ sortField: 'Fields.AssetName', sortDirection: 1 }]
const BY_SERIAL: Sort[] = [{ sortField: 'Fields.SerialNo', sortDirection: -1 }]
type ListRequest = {
  search: string
  type?: string
  sort?: Sort[]
  patientDataAccess?: boolean
  activeByDefault?: boolean
}

async function found(lists: AssetLists, request: ListRequest, page = 1): Promise<[string[], number]> {
  const { search, type, sort = BY_NAME, patientDataAccess = true, activeByDefault = true } = request
  const conditions = type ? [{ path: 'AssetType', test: { $eq: type } }] : []
  const actor = { patientDataAccess } as SessionActor
  const pageRequest = { page, size: 3, defaultSort: sort }
  const { docs, total } = await lists.page(
    { conditions, sort: [], searches: [search] },
    { actor, activeByDefault },
    pageRequest,
  )
  return [docs.map((doc) => doc.AssetId), total]
}

describe('a search by words', () => {
  test.each<[ListRequest, string[], number]>([
    [{ search: 'pump', type: 'Equipment' }, ['U-2', 'P-1', 'P-2'], 4],
    [{ search: 'pump' }, ['U-2', 'P-1', 'P-2'], 5],
    [{ search: 'pump', patientDataAccess: false }, ['U-2', 'P-1', 'P-2'], 4],
    [{ search: 'PUMPS' }, ['U-1'], 1],
    [{ search: 'pump', activeByDefault: false, type: 'Equipment' }, ['OLD', 'U-2', 'P-1'], 5],
    [{ search: 'hre' }, ['PT-1'], 1],
    [{ search: 'hre', patientDataAccess: false }, [], 0],
    [{ search: 'zz' }, [], 0],
  ])('finds %j', async (request, ids, total) => {
    expect(await found(byWords, request)).toEqual([ids, total])
  })

  test.each<ListRequest>([
    ...['pump', 'um', 'be', 'unit', 'sn', 'adams', 'zz', 'tower', 'ward', 'lab'].map((search) => ({
      search,
    })),
    { search: 'pump', type: 'Equipment', sort: BY_SERIAL },
    { search: 'pump', sort: BY_SERIAL },
    { search: 'b', type: 'Equipment' },
  ])('finds the same as a search by text fragments: %j', async (request) => {
    for (const patientDataAccess of [true, false])
      for (const activeByDefault of [true, false])
        for (const page of [1, 2, 3]) {
          const all = { ...request, patientDataAccess, activeByDefault }
          expect(await found(byWords, all, page)).toEqual(await found(byPieces, all, page))
        }
  })

  test.each([
    { text: 'pump' },
    { text: 'UM', type: 'Equipment' },
    { text: 'sn' },
    { text: 'unit', search: 'pump' },
    { text: 'pump', search: 'u-1' },
    { text: 'hre' },
    { text: 'zz' },
  ])('matches texts in names only: %j', async ({ text, type, search }) => {
    const conditions = [
      { path: 'Fields.AssetName', test: { $regex: patternContaining(text) }, text },
      ...(type ? [{ path: 'AssetType', test: { $eq: type } }] : []),
    ]
    const criteria = { conditions, sort: [], searches: search ? [search] : [] }
    for (const patientDataAccess of [true, false]) {
      const listing = { actor: { patientDataAccess } as SessionActor, activeByDefault: true }
      const [words, pieces] = await Promise.all(
        [byWords, byPieces].map(async (lists) => {
          const { docs, total } = await lists.page(criteria, listing, {
            page: 1,
            size: 50,
            defaultSort: BY_NAME,
          })
          return [docs.map(({ AssetId }) => AssetId), total]
        }),
      )
      expect(words).toEqual(pieces)
      expect('Fields.AssetName' in (await byWords.filterOf(criteria, listing))).toBe(false)
    }
  })

  test('finds a name as soon as its push is answered, and no longer once its removal is answered', async () => {
    expect(await found(byWords, { search: 'quokka' })).toEqual([[], 0])
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'R-1', AssetName: 'Quokka' }])
    expect(await found(byWords, { search: 'quokka' })).toEqual([['R-1'], 1])
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'R-1', AssetName: 'Wombat' }])
    expect(await found(byWords, { search: 'quokka' })).toEqual([[], 0])
    expect(await found(byWords, { search: 'wombat' })).toEqual([['R-1'], 1])
  })

  test('uses the same filter for counts and maps', async () => {
    const criteria = { conditions: [], sort: [], searches: ['pump'] }
    const actor = { patientDataAccess: false } as SessionActor
    const filter = await byWords.filterOf(criteria, { actor, activeByDefault: true })
    expect(filter['SearchWords']).toEqual({ $in: expect.arrayContaining(['PUMP', 'PUMPS']) })
    expect(await byWords.count(filter)).toBe(4)
  })
})
