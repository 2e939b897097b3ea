import { type StoredLocation, Types } from '@wardtrack/database'
import type { CachedAsset } from '@wardtrack/ingestion'
import { createRuleEvaluation, type RuleEvaluation } from '@wardtrack/rules'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { readPlaceRules } from './place-rules.ts'

let hospital: TestHospital
let evaluation: RuleEvaluation
let asset: CachedAsset
beforeAll(async () => {
  hospital = await openHospital()
  const now = new Date()
  const rule = { AssetType: 'Equipment', status: true, createdAt: now, updatedAt: now }
  const { assetRules, metadata } = hospital.parts.db.driver
  await metadata.updateOne({}, { $set: { 'types.Equipment': {} } }, { upsert: true })
  await assetRules.insertMany([
    {
      ...rule,
      _id: 'Equipment:in Ward 4',
      ruleName: 'in Ward 4',
      ruleCondition: { AssetStatus: 'active', CurrentLocation_level_2: ['Ward 4'] },
    },
  ])
  evaluation = createRuleEvaluation(hospital.parts)
})
afterAll(async () => {
  evaluation.close()
  await hospital.close()
})
beforeEach(async () => {
  await hospital.reset()
  const doc = await hospital.addAsset({
    AssetId: 'P-1',
    CurrentLocation: at('Ward 1', 1),
  })
  asset = {
    _id: doc._id,
    AssetType: doc.AssetType,
    AssetId: doc.AssetId,
    active: true,
    primaryTag: undefined,
    place: { rev: 0, location: doc.CurrentLocation, dwells: [] },
    fieldTimes: {},
    state: {},
    isStale: false,
    readAt: 0,
  }
})

const at = (ward: string, minute: number): StoredLocation => ({
  mapId: 'm1',
  fullPath: { Level_1: 'Site', Level_2: ward },
  xCenterPoint: minute,
  yCenterPoint: 1,
  time: new Date(Date.UTC(2026, 0, 1, 0, minute)),
})
const WRITE = { q: { _id: new Types.ObjectId() }, u: { $set: { PlaceRev: 1 } } }
/** Moves the asset through places. Returns the write, the fired rules, and the number of state reads. */
const move = async (...locations: StoredLocation[]) => {
  const read = vi.spyOn(evaluation.states, 'read')
  const rules = await readPlaceRules(evaluation)
  await rules.prepare([{ asset, positions: locations.map((location) => ({ location })) }])
  const step = rules.begin(asset, asset.place.location)
  for (const location of locations) step?.move(location)
  const reads = read.mock.calls.length
  read.mockRestore()
  return { reads, write: step?.extend(WRITE), raised: step?.raised.map(({ name }) => name) }
}

test('reads no state and adds no condition for positions that change no evaluated value', async () => {
  expect(await move(at('Ward 1', 2), at('Ward 1', 3))).toEqual({ reads: 0, write: WRITE, raised: [] })
})

test('adds no condition for a place that no rule distinguishes from the previous one', async () => {
  expect(await move(at('Ward 2', 2))).toEqual({ reads: 1, write: WRITE, raised: [] })
})

test('requires unchanged other values when a place makes a condition flip', async () => {
  const { reads, write, raised } = await move(at('Ward 1', 2), at('Ward 4', 3))
  expect([reads, raised]).toEqual([1, ['in Ward 4']])
  expect(write?.q).toEqual({ ...WRITE.q, 'Rules.rev': { $exists: false } })
  expect(write?.u).toMatchObject({
    $set: { PlaceRev: 1, 'Rules.rev': 1 },
    $push: { 'Rules.raised': { $each: [{ name: 'in Ward 4' }] } },
  })
})

test('fires for a place that is entered and left in one write, and counts both crossings as one flip', async () => {
  const { write, raised } = await move(at('Ward 4', 2), at('Ward 1', 3))
  expect(raised).toEqual(['in Ward 4'])
  expect(write?.u).toMatchObject({ $set: { 'Rules.rev': 1 } })
})
