import { createHoldingDisk, openTestStoreOn, TEST_WAIT, type TestStore } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ago, openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { fenceDoc } from '../../testing/pending-alerts.ts'

const disk = createHoldingDisk()
let store: TestStore
let hospital: TestHospital
beforeAll(async () => {
  store = await openTestStoreOn(disk)
  hospital = await openHospital({ storeUri: store.uri })
  await hospital.addAsset({ AssetId: 'P-1' })
  const activeFrom = new Date(Date.now() - 600_000)
  await hospital.parts.db.driver.geofences.insertOne(fenceDoc({ activeFrom, ExitTriggerWaitTime: 0 }))
  hospital.parts.bus.publish('config.changed', { what: 'geofences' })
})
afterAll(async () => {
  disk.release()
  await hospital.close()
  await store.drop()
})

const item = (second: number, isInside: boolean) => ({
  AssetType: 'Equipment',
  AssetId: 'P-1',
  mapId: 'm1',
  unit: 'px',
  x: isInside ? 150 : 10,
  y: 120,
  time: new Date(begin + second * 1_000).toISOString(),
})
const begin = Date.parse(ago(60))
const alerts = async (): Promise<string[]> => {
  const docs = await hospital.parts.db.driver.geofenceAlerts.find().sort({ eventTime: 1 }).toArray()
  return docs.map(({ kind, eventTime }) => `${kind} ${(eventTime.getTime() - begin) / 1_000}`)
}
const isPlaced = async (second: number): Promise<boolean> =>
  (await hospital.asset('P-1'))?.CurrentLocation?.time.getTime() === begin + second * 1_000

it('raises the alert of an event when its asset is reread while the full disk refuses the first write', async () => {
  expect((await hospital.push(item(0, false))).body).toMatchObject({ accepted: 1 })
  disk.hold()
  const pushing = hospital.push(item(1, true)).then(({ status }) => status)
  await vi.waitUntil(() => isPlaced(1), TEST_WAIT)
  // Another person changes the asset, and the sender retries after waiting.
  hospital.parts.bus.publish('asset.changed', {
    changes: [{ AssetType: 'Equipment', AssetId: 'P-1' }],
    tagKeys: [],
  } as never)
  const pushingAgain = hospital.push(item(1, true)).then(({ status }) => status)
  // Pending store requests have time to return.
  await new Promise((resolve) => setTimeout(resolve, 200))
  disk.refuse()
  expect([await pushing, await pushingAgain]).toEqual([503, 503])
  disk.release()
  expect(await isPlaced(0)).toBe(true)
  expect((await hospital.push(item(1, true))).body).toMatchObject({ accepted: 1 })
  expect((await hospital.push(item(2, false))).body).toMatchObject({ accepted: 1 })
  await expect.poll(alerts, TEST_WAIT).toEqual(['Entry 1', 'Exit 2'])
})
