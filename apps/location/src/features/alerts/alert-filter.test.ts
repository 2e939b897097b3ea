import type { SessionActor } from '@wardtrack/access'
import { type WatchedDatabase, watchDatabase } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'
import { alertFilter } from './alert-filter.ts'
import { findAlerts } from './alerts.store.ts'

let hospital: AlertTest
let watched: WatchedDatabase
beforeAll(async () => {
  hospital = await openAlertTest()
  watched = await watchDatabase(hospital.storeUri)
})
afterAll(async () => {
  await watched.db.close()
  await hospital.close()
})

const QUERIES = [
  {},
  ...['zebulon', 'ze', 'z', 'drug', '{"search":"zebulon 1"}', '{"AssetType":"Patient"}'].map(
    (filterData) => ({
      filterData,
    }),
  ),
  { status: 'open' as const, filterData: 'zebulon' },
]

/** Measures the store's work for each alert list that somebody without the flag requests. */
async function workWithoutFlag() {
  const actor = { patientDataAccess: false } as SessionActor
  const works = new Map<string, unknown>()
  for (const query of QUERIES)
    works.set(
      JSON.stringify(query),
      await watched.workOf(async () => {
        const { filter } = await alertFilter(watched.db, actor, query)
        await findAlerts(watched.db, filter, { page: 1, pagesize: 9 })
      }),
    )
  return works
}

test('takes the same store work for people without the flag, however many alerts concern patients', async () => {
  for (let n = 0; n < 15; n += 1)
    await hospital.raise(await hospital.pump(`P-${n}`, { AssetName: `Pump ${n}` }))
  const before = await workWithoutFlag()
  for (let n = 0; n < 20; n += 1) {
    const Fields = { AssetName: `Zebulon ${n}` }
    await hospital.raise(await hospital.addAsset({ AssetType: 'Patient', AssetId: `PT-${n}`, Fields }))
  }
  const after = await workWithoutFlag()
  expect(after).toEqual(before)
  const { body } = await hospital.list({ filterData: 'zebulon' })
  expect(body.totalAlerts).toBe(20)
})
