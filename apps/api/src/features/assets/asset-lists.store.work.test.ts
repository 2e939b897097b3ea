import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { patternContaining, type ReadCriteria } from '@wardtrack/database'
import { type WatchedDatabase, watchDatabase } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiTest } from '../../testing/api-test.ts'
import { openListTest } from '../../testing/list-test.ts'
import { openMetadata } from '../metadata/index.ts'
import { openInternalPlaces } from '../places/index.ts'
import { createAssetLists } from './asset-lists.store.ts'

let api: ApiTest
let watched: WatchedDatabase
let parts: ServiceParts
beforeAll(async () => {
  api = await openListTest()
  await api.pushAssets(
    Array.from({ length: 40 }, (_, n) => ({
      AssetType: n % 8 === 0 ? 'Clinician' : 'Equipment',
      AssetId: `X-${n}`,
      AssetName: `Pump Miller ${n}`,
      SerialNo: `SN-${n}`,
    })),
  )
  watched = await watchDatabase(api.storeUri)
  parts = { ...api.parts, db: watched.db, cacheMode: 'local' }
})
afterAll(async () => {
  await watched.db.close()
  await api.close()
})

const SEARCHES = ['zebulon', 'bulo', 'ze', 'zebulon 1', 'zebulon miller', 'miller', 'pt-1', 'pump', 'ward']
const LISTS: ReadCriteria[] = [
  { conditions: [], sort: [], searches: [] },
  { conditions: [{ path: 'AssetType', test: { $eq: 'Equipment' } }], sort: [], searches: [] },
  { conditions: [], sort: [{ sortField: 'Fields.SerialNo', sortDirection: -1 }], searches: [] },
  {
    conditions: [{ path: 'Fields.AssetName', test: { $regex: patternContaining('zebulon') } }],
    sort: [],
    searches: [],
  },
]

/** Returns the store queries for each list of a user without the flag, with the work of each query. */
async function workWithoutFlag() {
  const metadata = await openMetadata(parts)
  const places = openInternalPlaces(parts)
  const works = new Map<string, unknown>()
  const actor = { patientDataAccess: false } as SessionActor
  for (const list of LISTS)
    for (const search of [undefined, ...SEARCHES]) {
      // Each list gets a reader with an empty cache, so that all of its work is counted.
      const lists = createAssetLists(parts, metadata, places)
      const criteria = { ...list, searches: search === undefined ? [] : [search] }
      const request = {
        page: 1,
        size: 5,
        defaultSort: [{ sortField: 'Fields.AssetName', sortDirection: 1 as const }],
      }
      works.set(
        JSON.stringify([list.conditions.map(({ path }) => path), list.sort, search]),
        await watched.workOf(() => lists.page(criteria, { actor, activeByDefault: true }, request)),
      )
      lists.close()
    }
  places.close()
  await metadata.close()
  return works
}

describe('without the patient-data flag', () => {
  test('lists and searches cause the same queries and work, whichever assets are patients', async () => {
    const before = await workWithoutFlag()
    await api.pushAssets(
      Array.from({ length: 60 }, (_, n) => ({
        AssetType: 'Patient',
        AssetId: `PT-${n}`,
        AssetName: n % 2 === 0 ? `Zebulon Miller ${n}` : `Aaron ${n}`,
      })),
    )
    for (const [n, asset] of ['PT-0', 'PT-2', 'PT-1'].entries())
      await api.placeAt(['Patient', asset], {
        hierarchyId: n < 2 ? 'h-ward' : 'h-lab',
        mapId: 'm1',
        fullName: ['Site'],
      })
    const after = await workWithoutFlag()
    expect(after).toEqual(before)
    expect([...before.values()].flat().length).toBeGreaterThan(before.size)
  })
})
