import { createIngestion } from '@wardtrack/ingestion'
import type { ClockReadings } from '@wardtrack/service-kit'
import { openTestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocationService } from '../../index.ts'
import { answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { fenceDoc } from '../../testing/pending-alerts.ts'

const HOUR = 3_600_000

let h: TestHospital
/** Error of the wall clock. */
let shift = 0
const clockReadings: ClockReadings = {
  wall: () => Date.now() + shift,
  monotonic: () => performance.now(),
}
beforeAll(async () => {
  h = await openHospital({ clockReadings })
})
afterAll(() => h.close())
beforeEach(async () => {
  shift = 0
  h.parts.clock.check()
  await h.reset()
  await h.parts.db.driver.geofences.deleteMany({})
  await h.parts.db.driver.geofenceAlerts.deleteMany({})
})

const at = (x: number, more: object = {}) => ({
  AssetType: 'Equipment',
  AssetId: 'P-1',
  mapId: 'm1',
  x,
  y: 1,
  ...more,
})
const place = async () => (await h.asset('P-1'))?.CurrentLocation
/** Sets the clock ahead, pushes items dated by it, and corrects the clock. */
const pushWhileAhead = async (items: object, hours: number) => {
  shift = hours * HOUR
  await h.push(items).expect(200, answer({ accepted: 1 }))
  shift = 0
}
/** Clears the memory, as a restart does. */
const restart = () => h.parts.bus.publish('bus.gap', {})

describe('after the correction of a fast clock', () => {
  it.each([
    ['in the process that saw it', () => undefined],
    ['after a restart', restart],
  ])('an event without a time moves its asset: %s', async (_title, forget) => {
    await h.addAsset({ AssetId: 'P-1' })
    await pushWhileAhead(at(1), 30)
    expect((await place())?.time.getTime()).toBeGreaterThan(Date.now() + 29 * HOUR)
    forget()
    await h.push(at(2)).expect(200, answer({ accepted: 1 }))
    expect(await place()).toMatchObject({ xCenterPoint: 20 })
    expect(Math.abs((await place())!.time.getTime() - Date.now())).toBeLessThan(60_000)
    await h.push(at(3)).expect(200, answer({ accepted: 1 }))
    expect(await place()).toMatchObject({ xCenterPoint: 30 })
  })

  it('an event without a time moves its asset even if the clock was only seconds ahead', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    await pushWhileAhead(at(1), 120 / 3_600)
    await h.push(at(2)).expect(200, answer({ accepted: 1 }))
    expect(await place()).toMatchObject({ xCenterPoint: 20 })
  })

  it('an event with a time moves its asset', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    await pushWhileAhead(at(1), 30)
    await h.push(at(2, { time: new Date().toISOString() })).expect(200, answer({ accepted: 1 }))
    expect(await place()).toMatchObject({ xCenterPoint: 20 })
  })

  it('another tag than the primary one moves its asset', async () => {
    const tags = ['A', 'B'].map((TagId) => ({ Provider: 'cisco', TagId, IsPrimary: TagId === 'A' }))
    await h.addAsset({ AssetId: 'P-1', LocationTags: tags })
    const by = (tagId: string, x: number) => ({ provider: 'cisco', tagId, mapId: 'm1', x, y: 1 })
    await pushWhileAhead(by('A', 1), 30)
    await h.push(by('B', 2)).expect(200, answer({ accepted: 1 }))
    expect(await place()).toMatchObject({ xCenterPoint: 20 })
  })

  it("older events do not move an asset back if only a provider's clock is slightly ahead", async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const futureTime = new Date(Date.now() + 120_000).toISOString()
    await h.push(at(1, { time: futureTime })).expect(200, answer({ accepted: 1 }))
    const older = new Date(Date.now() + 60_000).toISOString()
    await h.push(at(2, { time: older })).expect(200, answer({ accepted: 1 }))
    expect(await place()).toMatchObject({ xCenterPoint: 10 })
  })

  it('a repeat of an event sent by the fast clock moves no asset back', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    const repeatable = { 'idempotency-key': 'sent-then' }
    shift = 30 * HOUR
    await h.push(at(1)).set(repeatable).expect(200)
    shift = 0
    await h.push(at(2)).expect(200, answer({ accepted: 1 }))
    await h.parts.db.driver.idempotency.deleteMany({})
    await h.push(at(1)).set(repeatable)
    await h.push(at(3)).expect(200, answer({ accepted: 1 }))
    expect(await place()).toMatchObject({ xCenterPoint: 30 })
  })
})

describe('geofences dated by a fast clock', () => {
  const fenceHere = async () => {
    const { geofences } = h.parts.db.models
    const fence = fenceDoc({
      activeFrom: new Date(Date.now() + shift - HOUR),
      EntryTriggerWaitTime: 1,
    })
    await geofences.create(fence)
    h.parts.bus.publish('config.changed', { what: 'geofences' })
    return fence
  }
  const alerts = () => h.parts.db.driver.geofenceAlerts.countDocuments({})

  it('take effect from the correction on, and their waits end', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    shift = 30 * HOUR
    h.parts.clock.check()
    const fence = await fenceHere()
    await h.push(at(1)).expect(200, answer({ accepted: 1 }))
    await h.push(at(15, { y: 12 })).expect(200, answer({ accepted: 1 }))
    const waiting = await h.asset('P-1')
    expect(waiting?.Fences?.dwells?.[0]).toMatchObject({ inside: true, wait: 60_000 })
    shift = 0
    h.parts.clock.check()
    await expect
      .poll(async () => (await h.asset('P-1'))?.Fences?.due?.getTime())
      .toBeLessThan(Date.now() + 2 * 60_000)
    const stored = await h.parts.db.driver.geofences.findOne({ _id: fence._id })
    expect(stored?.activeFrom.getTime()).toBeLessThanOrEqual(Date.now())
    const dwell = (await h.asset('P-1'))?.Fences?.dwells?.[0]
    expect(dwell?.from).toEqual(stored?.activeFrom)
    expect(await alerts()).toBe(0)
    // The minute has passed, so the wait ends without another event.
    await h.parts.db.driver.assets.updateOne(
      { AssetId: 'P-1' },
      { $set: { 'Fences.due': new Date(), 'Fences.dwells.0.receivedAt': new Date(Date.now() - 61_000) } },
    )
    await expect.poll(alerts).toBe(1)
  })
})

describe('after a restart with a clock that is far ahead', () => {
  it('no data expires', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    await h.push(at(1)).expect(200, answer({ accepted: 1 }))
    const startAgain = () => openTestApp([createLocationService], { storeOf: h, clockReadings })
    await (await startAgain()).close()
    shift = 400 * 24 * HOUR
    const app = await startAgain()
    const ingestion = createIngestion(app.parts)
    expect(app.parts.clock.now() - app.parts.clock.confirmedNow()).toBeGreaterThan(399 * 24 * HOUR)
    expect(await ingestion.pruner.prune()).toBe(0)
    expect(await h.parts.db.driver.locationHistory.countDocuments({})).toBe(1)
    await ingestion.close()
    await app.close()
  })
})

describe('while the clock is far ahead', () => {
  it('events with their true time are accepted as if the clock were right', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    shift = 400 * 24 * HOUR
    await h.push(at(1, { time: new Date().toISOString() })).expect(200, answer({ accepted: 1 }))
    expect(await place()).toMatchObject({ xCenterPoint: 10 })
  })

  it('no data expires from the moment of the jump', async () => {
    await h.addAsset({ AssetId: 'P-1' })
    await h.push(at(1)).expect(200, answer({ accepted: 1 }))
    const { pruner, close } = createIngestion(h.parts)
    shift = 400 * 24 * HOUR
    const removed = await pruner.prune()
    h.parts.clock.check()
    expect([removed, await pruner.prune()]).toEqual([0, 0])
    await close()
    expect(await h.parts.db.driver.locationHistory.countDocuments({})).toBe(1)
  })

  it('readiness reports the clock, and the process continues', async () => {
    const before = await h.parts.health.read()
    shift = 400 * 24 * HOUR
    h.parts.clock.check()
    const after = await h.parts.health.read()
    shift = 0
    h.parts.clock.check()
    expect(before.status).toBe('ok')
    expect([after.status, after.checks['clock']]).toEqual(['ok', 'unavailable'])
  })
})
