import type { Coordinates } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type GeofencedWard, openGeofencedWard } from './testing/geofenced-ward.ts'

let ward: GeofencedWard
beforeAll(async () => {
  ward = await openGeofencedWard()
})
afterAll(() => ward.close())
beforeEach(() => ward.clear())

const at = (x: number, y: number) => ({ mapId: 'm1', x, y, unit: 'px' })
const AT_ONCE = { EntryTriggerWaitTime: 0, ExitTriggerWaitTime: 0 }
const BOX = { x: 100, y: 50, x2: 300, y2: 250, w: 200, h: 200 }
/** Covers the left and the top of its box. */
const BENT: Coordinates = {
  ...BOX,
  shape: 'polygon',
  points: [
    { x: 100, y: 50 },
    { x: 300, y: 50 },
    { x: 300, y: 100 },
    { x: 150, y: 100 },
    { x: 150, y: 250 },
    { x: 100, y: 250 },
  ],
}
const ROUND: Coordinates = { ...BOX, shape: 'circle', centre: { x: 200, y: 150 }, radius: 100 }

it('detects entry into a polygon at its walls, not at the box around it', async () => {
  await ward.addFence({ ...AT_ONCE, Coordinates: BENT })
  for (const AssetId of ['P-1', 'P-2']) await ward.addAsset({ AssetId })
  await ward.reportPosition('P-1', at(250, 200), 40)
  await ward.reportPosition('P-2', at(250, 200), 40)
  await ward.reportPosition('P-1', at(125, 200), 30)
  await ward.reportPosition('P-2', at(10, 10), 30)
  await ward.reportPosition('P-1', at(250, 200), 20)
  await ward.waitForAlerts(2)
  expect(await ward.alerts()).toEqual(['Entry P-1', 'Exit P-1'])
})

it('detects entry into a circle at its radius', async () => {
  await ward.addFence({ ...AT_ONCE, Coordinates: ROUND })
  for (const AssetId of ['P-1', 'P-2']) await ward.addAsset({ AssetId })
  await ward.reportPosition('P-1', at(110, 60), 40)
  await ward.reportPosition('P-2', at(200, 50), 40)
  await ward.reportPosition('P-1', at(130, 80), 30)
  await ward.waitForAlerts(2)
  expect((await ward.alerts()).sort()).toEqual(['Entry P-1', 'Entry P-2'])
})

it("stores the fence's shape in an alert", async () => {
  await ward.addFence({ ...AT_ONCE, Coordinates: BENT })
  await ward.addAsset({ AssetId: 'P-1' })
  await ward.reportPosition('P-1', at(125, 200), 30)
  await ward.waitForAlerts(1)
  const alert = await ward.parts.db.driver.geofenceAlerts.findOne({})
  expect(alert?.fence.Coordinates).toEqual(BENT)
})
