import { criteriaFieldsOf } from '@wardtrack/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { categoryFilter } from './candidates.store.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())

const add = (AssetId: string, PrimaryCategory: string, mapId = 'm1') =>
  hospital.addAsset({
    AssetId,
    Fields: { PrimaryCategory },
    CurrentLocation: { mapId, fullPath: {}, xCenterPoint: 1, yCenterPoint: 1, time: new Date() },
  })

test('reads candidates from an index without examining other categories and maps', async () => {
  for (let n = 0; n < 30; n += 1) await add(`bed-${n}`, 'Bed')
  await add('here', 'Pump')
  await add('there', 'Pump', 'm3')
  const filter = { 'CurrentLocation.mapId': 'm1', ...categoryFilter('Pump', criteriaFieldsOf({})) }
  const { executionStats } = (await hospital.parts.db.driver.assets
    .find(filter)
    .explain('executionStats')) as { executionStats: { nReturned: number; totalDocsExamined: number } }
  expect([executionStats.nReturned, executionStats.totalDocsExamined]).toEqual([1, 1])
})
