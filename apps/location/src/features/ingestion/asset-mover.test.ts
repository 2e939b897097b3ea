import { setTimeout as sleep } from 'node:timers/promises'
import { type AssetDoc, type StoredLocation, Types } from '@wardtrack/database'
import { type CachedAsset, createMetadataMappingCache, toCachedPlace } from '@wardtrack/ingestion'
import { createPlaceCache, type PlaceCache } from '@wardtrack/places'
import { createRuleEvaluation, type RuleEvaluation } from '@wardtrack/rules'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { fenceDoc } from '../../testing/pending-alerts.ts'
import { createAlertRaiser } from '../alerts/index.ts'
import {
  type AlertRelay,
  createAlertRelay,
  type GeofenceEvaluation,
  startGeofenceEvaluation,
} from '../geofences/index.ts'
import { type AssetMover, createAssetMover, emptyReport } from './asset-mover.ts'
import type { PositionUpdate } from './position-update.types.ts'

const BEGIN = Date.now() - 600_000
let hospital: TestHospital
let evaluation: GeofenceEvaluation
let ruleEvaluation: RuleEvaluation
let places: PlaceCache
let asset: AssetDoc
beforeAll(async () => {
  hospital = await openHospital()
  places = createPlaceCache(hospital.parts)
  evaluation = startGeofenceEvaluation(
    hospital.parts,
    places,
    createAlertRaiser({ ...hospital.parts, places, mapping: createMetadataMappingCache(hospital.parts) }),
  )
  ruleEvaluation = createRuleEvaluation(hospital.parts)
  const from = new Date(BEGIN - 60_000)
  await hospital.parts.db.driver.geofences.insertOne(fenceDoc({ activeFrom: from, ExitTriggerWaitTime: 0 }))
})
afterAll(async () => {
  await evaluation.close()
  places.close()
  ruleEvaluation.close()
  await hospital.close()
})
beforeEach(async () => {
  await hospital.reset()
  await hospital.parts.db.driver.geofenceAlerts.deleteMany()
  asset = await hospital.addAsset({ AssetId: 'P-1' })
})

/** Returns the asset as a process knows it after reading it. */
const known = async (): Promise<CachedAsset> => {
  const doc = (await hospital.asset('P-1')) ?? asset
  return {
    _id: doc._id,
    AssetType: doc.AssetType,
    AssetId: doc.AssetId,
    active: true,
    primaryTag: undefined,
    place: toCachedPlace(doc),
    fieldTimes: {},
    state: {},
    isStale: false,
    readAt: Date.now(),
  }
}
const positionUpdate = (cachedPump: CachedAsset, second: number, inside: boolean): PositionUpdate => {
  const location: StoredLocation = {
    mapId: 'm1',
    fullPath: {},
    xCenterPoint: inside ? 150 : 10,
    yCenterPoint: 120,
    time: new Date(BEGIN + second * 1_000),
  }
  return {
    asset: cachedPump,
    tagRole: undefined,
    location,
    untimed: false,
    receivedAt: new Date(),
  }
}
const alerts = async (): Promise<string[]> => {
  await evaluation.alertRelay.idle()
  const docs = await hospital.parts.db.driver.geofenceAlerts.find().sort({ eventTime: 1 }).toArray()
  return docs.map(({ kind, eventTime }) => `${kind} ${(eventTime.getTime() - BEGIN) / 1_000}`)
}

it('moves groups with the same asset one after the other', async () => {
  // The first group is slow, so the others could overtake it.
  let calls = 0
  const read = async () => {
    calls += 1
    if (calls === 1) await sleep(100)
    return evaluation.fences.read()
  }
  const move = createAssetMover(hospital.parts, {
    evaluation: { ...evaluation, fences: { ...evaluation.fences, read } },
    places,
    ruleEvaluation,
  })
  const pump = await known()
  const moved = await Promise.all(
    Array.from({ length: 8 }, (_, n) => move([positionUpdate(pump, n, n % 2 === 0)])),
  )
  expect(moved.flat().map(({ location }) => (location.time.getTime() - BEGIN) / 1_000)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7,
  ])
  expect((await alerts()).length).toBe(8)
  expect(await hospital.asset('P-1')).toMatchObject({ PlaceRev: 8, Fences: { raised: [] } })
})

it('evaluates by the stored state when another process has written meanwhile', async () => {
  const [firstMover, secondMover] = [
    createAssetMover(hospital.parts, { evaluation, ruleEvaluation, places }),
    createAssetMover(hospital.parts, { evaluation, ruleEvaluation, places }),
  ]
  const [firstPump, secondPump] = [await known(), await known()]
  await firstMover([positionUpdate(firstPump, 1, true)])
  // The other process has not yet seen the asset. The asset must not enter a second time, nor leave without an event.
  expect(await secondMover([positionUpdate(secondPump, 2, true)])).toHaveLength(1)
  expect(await alerts()).toEqual(['Entry 1'])
  await secondMover([positionUpdate(secondPump, 5, false)])
  expect(await firstMover([positionUpdate(firstPump, 4, true), positionUpdate(firstPump, 3, true)])).toEqual(
    [],
  )
  expect(await alerts()).toEqual(['Entry 1', 'Exit 5'])
  expect((await hospital.asset('P-1'))?.CurrentLocation?.time).toEqual(new Date(BEGIN + 5_000))
})

it('skips a deleted asset and moves the others', async () => {
  const otherAsset = await hospital.addAsset({ AssetId: 'P-2' })
  const move = createAssetMover(hospital.parts, { evaluation, ruleEvaluation, places })
  const removed = await known()
  const otherPump = { ...removed, _id: otherAsset._id, AssetId: 'P-2' }
  await hospital.parts.db.driver.assets.deleteOne({ AssetId: 'P-1' })
  const moved = await move([positionUpdate(removed, 1, true), positionUpdate(otherPump, 1, true)])
  expect(moved.map((entry) => entry.asset.AssetId)).toEqual(['P-2'])
  expect((await hospital.asset('P-2'))?.CurrentLocation?.xCenterPoint).toBe(150)
})

it('splits more alerts than one write holds into several writes without losing any', async () => {
  // Each alert carries its fence: 1,600 fences of 12 kB exceed the limit of a document or a statement.
  const AssetTypes = ['Equipment', ...Array.from({ length: 200 }, (_, n) => `Type_${n}_${'x'.repeat(40)}`)]
  const fences = Array.from({ length: 16 }, (_, n) =>
    fenceDoc({
      activeFrom: new Date(BEGIN - 60_000),
      ExitTriggerWaitTime: 0,
      AssetTypes,
      Name: `Fence ${n}`,
    }),
  )
  await hospital.parts.db.driver.geofences.insertMany(fences)
  hospital.parts.bus.publish('config.changed', { what: 'geofences' })
  const move = createAssetMover(hospital.parts, { evaluation, ruleEvaluation, places })
  const otherAsset = await hospital.addAsset({ AssetId: 'P-2' })
  const [pump, otherPump] = [await known(), { ...(await known()), _id: otherAsset._id, AssetId: 'P-2' }]
  const moved = await move([
    ...Array.from({ length: 100 }, (_, n) => positionUpdate(pump, n, n % 2 === 0)),
    positionUpdate(otherPump, 1, true),
  ])
  await hospital.parts.db.driver.geofences.deleteMany({ _id: { $in: fences.map(({ _id }) => _id) } })
  hospital.parts.bus.publish('config.changed', { what: 'geofences' })
  expect(moved.map((entry) => entry.asset.AssetId).at(-1)).toBe('P-2')
  expect((await alerts()).length).toBe(101 * 17)
  expect(await hospital.asset('P-1')).toMatchObject({
    CurrentLocation: { time: new Date(BEGIN + 99_000) },
    Fences: { raised: [] },
  })
})

it('refuses more alerts than a process handles for now, and a repeat continues from there', async () => {
  const fences = Array.from({ length: 39 }, (_, n) =>
    fenceDoc({ activeFrom: new Date(BEGIN - 60_000), ExitTriggerWaitTime: 0, Name: `Fence ${n}` }),
  )
  await hospital.parts.db.driver.geofences.insertMany(fences)
  hospital.parts.bus.publish('config.changed', { what: 'geofences' })
  const move = createAssetMover(hospital.parts, { evaluation, ruleEvaluation, places })
  const cached = await known()
  const positions = Array.from({ length: 100 }, (_, n) => positionUpdate(cached, n, n % 2 === 0))
  const report = emptyReport()
  const { current } = report
  await expect(move(positions, report)).rejects.toMatchObject({ code: 'overloaded' })
  const latestTime = (await hospital.asset('P-1'))?.CurrentLocation?.time
  expect(current.at(-1)?.location.time).toEqual(latestTime)
  expect((await alerts()).length).toBeLessThan(4_000)
  expect(await move(positions)).toHaveLength(1)
  await hospital.parts.db.driver.geofences.deleteMany({ _id: { $in: fences.map(({ _id }) => _id) } })
  hospital.parts.bus.publish('config.changed', { what: 'geofences' })
  expect((await alerts()).length).toBe(4_000)
  expect((await hospital.asset('P-1'))?.CurrentLocation?.time).toEqual(new Date(BEGIN + 99_000))
})

describe('a request that raises more alerts than the process stores', () => {
  const fences = Array.from({ length: 49 }, (_, n) =>
    fenceDoc({ activeFrom: new Date(BEGIN - 60_000), ExitTriggerWaitTime: 0, Name: `Fence ${n}` }),
  )
  let release = (): void => undefined
  let alertRelay: AlertRelay
  let move: AssetMover
  beforeEach(async () => {
    await hospital.parts.db.driver.geofences.insertMany(fences)
    hospital.parts.bus.publish('config.changed', { what: 'geofences' })
    // Raising is blocked, so the backlog shows the bound on the alerts of a request.
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    alertRelay = createAlertRelay(hospital.parts, {
      raise: (pending) => released.then(() => pending),
    })
    move = createAssetMover(hospital.parts, {
      evaluation: { ...evaluation, alertRelay },
      ruleEvaluation,
      places,
    })
  })
  afterEach(async () => {
    release()
    await alertRelay.idle()
    await hospital.parts.db.driver.geofences.deleteMany({ _id: { $in: fences.map(({ _id }) => _id) } })
    hospital.parts.bus.publish('config.changed', { what: 'geofences' })
  })
  const addAssets = async (count: number): Promise<CachedAsset[]> => {
    const template = await known()
    const assets = Array.from({ length: count }, (_, n) => ({ _id: new Types.ObjectId(), AssetId: `M-${n}` }))
    await hospital.parts.db.driver.assets.insertMany(assets.map((entry) => ({ ...asset, ...entry })))
    return assets.map((entry) => ({ ...template, ...entry }))
  }
  const countMoved = () => hospital.parts.db.driver.assets.countDocuments({ 'CurrentLocation.mapId': 'm1' })

  it('for 1,000 assets in 50 overlapping fences ends when 5,000 alerts wait', async () => {
    const positions = (await addAssets(1_000)).map((addedAsset) => positionUpdate(addedAsset, 1, true))
    const report = emptyReport()
    const { current } = report
    await expect(move(positions, report)).rejects.toMatchObject({ code: 'overloaded', retryAfter: 1 })
    // Twenty assets fill a write with 1,000 alerts; after five writes 5,000 alerts wait.
    expect([await countMoved(), current.length, alertRelay.backlog()]).toEqual([100, 100, 5_000])
  })

  it('for one asset does not wait for the alerts of many others', async () => {
    await move((await addAssets(60)).map((addedAsset) => positionUpdate(addedAsset, 1, true)))
    expect([await countMoved(), alertRelay.backlog()]).toEqual([60, 3_000])
    const cached = await known()
    const positions = Array.from({ length: 1_000 }, (_, n) => positionUpdate(cached, n, n % 2 === 0))
    await expect(move(positions)).rejects.toMatchObject({ code: 'overloaded' })
    // The asset had one write with 1,000 alerts; the repeat continues after it.
    expect(alertRelay.backlog()).toBe(4_000)
    expect((await hospital.asset('P-1'))?.CurrentLocation?.time).toEqual(new Date(BEGIN + 19_000))
  })
})
