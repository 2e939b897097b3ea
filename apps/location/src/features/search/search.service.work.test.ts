import type { Actor } from '@wardtrack/access'
import { createMetadataMappingCache } from '@wardtrack/ingestion'
import { createPlaceCache } from '@wardtrack/places'
import type { CallContext } from '@wardtrack/service-kit'
import { type StoreWork, type WatchedDatabase, watchDatabase } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'
import { fenceDoc } from '../../testing/pending-alerts.ts'
import { openLocationNames } from './location-names.ts'
import { createSearchService } from './search.service.ts'

let hospital: AlertTest
let watched: WatchedDatabase

beforeAll(async () => {
  hospital = await openAlertTest()
  watched = await watchDatabase(hospital.storeUri)
  const pumps = await Promise.all(
    Array.from({ length: 10 }, (_, n) => hospital.pump(`P-${n}`, { AssetName: `Pump ${n}` })),
  )
  for (let n = 0; n < 60; n += 1)
    for (const pump of pumps.slice(n % 2, 4))
      await hospital.raise(pump, { fence: fenceDoc({ Name: 'Exit' }) })
})
afterAll(async () => {
  await watched.db.close()
  await hospital.close()
})

const TEXTS = ['zebulon', 'bulo', 'ze', 'exit', 'pump 3', 'p-9', 'pt-1', 'tower']

/** Measures the store's work for each text when somebody with an alert page searches. */
async function workOf(patientDataAccess: boolean): Promise<StoreWork[][]> {
  const parts = { ...hospital.parts, db: watched.db }
  const places = createPlaceCache(parts)
  const mapping = createMetadataMappingCache(parts)
  const names = openLocationNames({ ...parts, places })
  const { search } = createSearchService({ ...parts, places, mapping, names })
  const actor = { kind: 'session', allowedRoutes: ['/geofence-alerts'], patientDataAccess } as Actor
  const context = { actor, auditDetails: () => undefined } as unknown as CallContext<Actor>
  await Promise.all([names.read(), mapping.read()])
  const works: StoreWork[][] = []
  for (const text of TEXTS) {
    const input = { params: undefined, query: undefined, body: { text } }
    works.push(await watched.workOf(async () => search(input, context)))
  }
  for (const cache of [names, mapping, places]) cache.close()
  return works
}

describe('searching alerts', () => {
  test('takes one query for a few alerts, however many exist, and one query for their assets', async () => {
    const works = await workOf(true)
    for (const [at, text] of TEXTS.entries()) {
      const questions = works[at]?.map(
        ({ command }) => JSON.parse(command) as { find: string; limit?: number },
      )
      expect([text, questions?.[0]]).toEqual([
        text,
        expect.objectContaining({ find: 'geofenceAlerts', limit: 6 }),
      ])
      expect([text, questions?.slice(1).map(({ find }) => find)]).toEqual([
        text,
        ['exit', 'pump 3', 'tower'].includes(text) ? ['assets'] : [],
      ])
    }
    const examined = Object.fromEntries(TEXTS.map((text, at) => [text, works[at]?.[0]?.docsExamined ?? 0]))
    expect(examined['exit']).toBeLessThan(20)
    expect(examined['p-9']).toBe(0)
  })

  test('takes the same queries and work without the flag, however many alerts concern patients', async () => {
    const before = await workOf(false)
    for (let n = 0; n < 20; n += 1) {
      const patient = await hospital.addAsset({
        AssetType: 'Patient',
        AssetId: `PT-${n}`,
        Fields: { AssetName: `Zebulon ${n}` },
      })
      await hospital.raise(patient)
    }
    expect(await workOf(false)).toEqual(before)
  })
})
