import type { PendingAlert } from '@wardtrack/database'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openHospital, type TestHospital } from '../../../testing/open-hospital.ts'
import { pendingAlert } from '../../../testing/pending-alerts.ts'
import { createAlertRelay } from './alert-relay.ts'

let hospital: TestHospital

beforeAll(async () => {
  hospital = await openHospital()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => hospital.close())

/** Adds an asset that holds one pending alert. */
const assetWithAlert = async (AssetId: string): Promise<PendingAlert> => {
  const asset = await hospital.addAsset({ AssetId })
  const alert = pendingAlert(asset)
  await hospital.parts.db.driver.assets.updateOne(
    { _id: asset._id },
    { $set: { Fences: { raised: [alert] } } },
  )
  return alert
}
const pendingOf = async (AssetId: string) =>
  (await hospital.asset(AssetId))?.Fences?.raised?.map(({ id }) => id)

test('retries an alert that cannot be raised without delaying other alerts', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const [valid, invalid, laterAlert] = [
    await assetWithAlert('P-good'),
    await assetWithAlert('P-poison'),
    await assetWithAlert('P-later'),
  ]
  const raised: string[] = []
  let isPoisonous = true
  const relay = createAlertRelay(hospital.parts, {
    raise: async (alerts) => {
      if (isPoisonous && alerts.some(({ id }) => id === invalid.id)) throw new Error('a poisonous alert')
      raised.push(...alerts.map(({ id }) => id))
      return alerts
    },
  })
  relay.add([valid, invalid])
  await relay.idle()
  expect(raised).toEqual([valid.id])
  expect([await pendingOf('P-good'), await pendingOf('P-poison')]).toEqual([[], [invalid.id]])
  expect(relay.deferredAssets()).toEqual([invalid.asset])
  relay.add([invalid, laterAlert])
  await relay.idle()
  expect(raised).toEqual([valid.id, laterAlert.id])
  isPoisonous = false
  vi.advanceTimersByTime(5_000)
  expect(relay.deferredAssets()).toEqual([])
  relay.add([invalid])
  await relay.idle()
  expect(raised).toEqual([valid.id, laterAlert.id, invalid.id])
  expect(await pendingOf('P-poison')).toEqual([])
})

test('accepts no more alerts than it can process and leaves the rest in their assets', async () => {
  const alert = await assetWithAlert('P-many')
  const { promise, resolve } = withResolvers()
  const relay = createAlertRelay(hospital.parts, { raise: (alerts) => promise.then(() => alerts) })
  relay.add(Array.from({ length: 4_999 }, (_, n) => ({ ...alert, id: `other-${n}` })))
  expect(relay.isFull()).toBe(false)
  relay.add([{ ...alert, id: 'last' }, alert])
  expect(relay.isFull()).toBe(true)
  resolve()
  await relay.idle()
  expect(relay.isFull()).toBe(false)
  expect(await pendingOf('P-many')).toEqual([alert.id])
})

test('leaves alerts in their asset when raising did not find the asset', async () => {
  const alert = await assetWithAlert('P-unseen')
  let isSeen = false
  const relay = createAlertRelay(hospital.parts, { raise: async (alerts) => (isSeen ? alerts : []) })
  relay.add([alert])
  await relay.idle()
  expect(await pendingOf('P-unseen')).toEqual([alert.id])
  isSeen = true
  relay.add([alert])
  await relay.idle()
  expect(await pendingOf('P-unseen')).toEqual([])
})

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
