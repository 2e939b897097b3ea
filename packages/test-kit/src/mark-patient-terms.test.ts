import {
  type AssetDoc,
  markPatientTerms,
  openDatabase,
  searchGrams,
  searchWords,
  Types,
} from '@wardtrack/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from './open-test-app.ts'

let store: TestStore
let db: Awaited<ReturnType<typeof openDatabase>>
beforeAll(async () => {
  store = await openTestStore()
  db = await openDatabase(store.uri)
})
afterAll(async () => {
  await db.close()
  await store.drop()
})

/** Creates an asset as it was stored before terms were marked. */
function unmarked(AssetType: string, AssetId: string): AssetDoc {
  const Fields = { AssetName: 'Zebulon' }
  const asEquipment = { AssetType: 'Equipment', AssetId, Fields }
  const now = new Date()
  return {
    _id: new Types.ObjectId(),
    AssetType,
    AssetId,
    AssetStatus: 'active',
    Fields,
    FieldTimes: {},
    CustomTags: [],
    LocationTags: [],
    SearchGrams: searchGrams(asEquipment),
    SearchWords: searchWords(asEquipment),
    createdAt: now,
    updatedAt: now,
  }
}
const storedAs = (AssetId: string) => db.driver.assets.findOne({ AssetId })

test('marks the terms of older stored patients once', async () => {
  const patients = Array.from({ length: 501 }, (_, n) => unmarked('Patient', `PT-${n}`))
  await db.driver.assets.insertMany([...patients, unmarked('Equipment', 'E-1')])
  await markPatientTerms(db)
  for (const id of ['PT-0', 'PT-500']) {
    const patient = await storedAs(id)
    expect(patient?.SearchWords).toContain('\u0002ZEBULON')
    expect(patient?.SearchGrams.filter((gram) => !gram.startsWith('\u0002'))).toEqual([])
  }
  expect((await storedAs('E-1'))?.SearchWords).toContain('ZEBULON')
  await db.driver.assets.insertOne(unmarked('Patient', 'LATER'))
  await markPatientTerms(db)
  expect((await storedAs('LATER'))?.SearchWords).toContain('ZEBULON')
})
