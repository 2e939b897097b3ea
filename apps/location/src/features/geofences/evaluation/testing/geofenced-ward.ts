import type { AssetDoc, GeofenceDoc } from '@wardtrack/database'
import { BUS_GAP, createEventBus, createMetrics } from '@wardtrack/service-kit'
import { expect } from 'vitest'
import { createLocationService } from '../../../../create-location-service.ts'
import { ago, openHospital, type TestHospital } from '../../../../testing/open-hospital.ts'
import { fenceDoc } from '../../../../testing/pending-alerts.ts'

/** Pixels of map m1 inside, at the corner of, and outside the fence that {@link fenceDoc} draws. */
export const SPOTS = {
  inside: { mapId: 'm1', x: 150, y: 120 },
  corner: { mapId: 'm1', x: 200, y: 150 },
  outside: { mapId: 'm1', x: 10, y: 10 },
  elsewhere: { mapId: 'm2', x: 150, y: 120 },
} as const

/** A test hospital with fences, and shortcuts for their tests. */
export type GeofencedWard = TestHospital & {
  /** stores a fence that was activated an hour ago, and announces it */
  addFence(members?: Partial<GeofenceDoc>): Promise<GeofenceDoc>
  /** sends the asset's position of that many seconds ago */
  reportPosition(
    assetId: string,
    spot:
      | keyof typeof SPOTS
      | { hierarchyId: string }
      | { mapId: string }
      | { mapId: string; x: number; y: number; unit: string },
    secondsAgo: number,
  ): Promise<void>
  /** alerts as `Entry P-1`, in the order of their times */
  alerts(): Promise<string[]>
  /** waits until this number of alerts is stored */
  waitForAlerts(count: number): Promise<void>
  /** moves the receipt of the changes that start waits back by some seconds */
  backdateDwells(assetId: string, seconds: number): Promise<void>
  /** opens another service on the same store, as in another process */
  openSecondService(): Promise<{ close(): Promise<void> }>
  clear(): Promise<void>
}

/** Maximum time that a test waits for the dwell timer. */
const POLLING = { timeout: 40_000, interval: 50 }

/** Opens the hospital with a second map of the size of the first. */
export async function openGeofencedWard(): Promise<GeofencedWard> {
  const ward = await openHospital()
  const { db, bus, log } = ward.parts
  const first = await db.models.maps.findOne({ _id: 'm1' })
  if (first) await db.models.maps.create({ ...first, _id: 'm2' })
  const clear = async (): Promise<void> => {
    for (const store of [
      db.driver.geofences,
      db.driver.geofenceAlerts,
      db.driver.settings,
      db.driver.deliveries,
    ])
      await store.deleteMany()
    await ward.reset()
  }
  const alerts = async (): Promise<string[]> => {
    const docs = await db.driver.geofenceAlerts.find().sort({ eventTime: 1, kind: 1 }).toArray()
    return docs.map(({ kind, AssetId }) => `${kind} ${AssetId}`)
  }
  return {
    ...ward,
    clear,
    alerts,
    addFence: async (members = {}) => {
      const fence = fenceDoc({ activeFrom: new Date(Date.now() - 3_600_000), ...members })
      await db.models.geofences.create(fence)
      bus.publish('config.changed', { what: 'geofences' })
      return fence
    },
    reportPosition: async (AssetId, spot, seconds) => {
      const position = typeof spot === 'string' ? { ...SPOTS[spot], unit: 'px' } : spot
      const res = await ward.push({ AssetType: 'Equipment', AssetId, ...position, time: ago(seconds) })
      expect(res.body).toMatchObject({ accepted: 1, refused: 0 })
    },
    waitForAlerts: async (count) => {
      await expect.poll(async () => (await alerts()).length, POLLING).toBeGreaterThanOrEqual(count)
      await expect
        .poll(() => db.driver.assets.countDocuments({ 'Fences.raised.id': { $gte: '' } }), POLLING)
        .toBe(0)
    },
    backdateDwells: async (AssetId, seconds) => {
      const shift = (time: Date): Date => new Date(time.getTime() - seconds * 1_000)
      const { dwells = [], due } = (await db.driver.assets.findOne({ AssetId }))?.Fences ?? {}
      const fenceStates: AssetDoc['Fences'] = {
        dwells: dwells.map((dwell) => ({ ...dwell, receivedAt: shift(dwell.receivedAt) })),
      }
      await db.driver.assets.updateOne(
        { AssetId },
        { $set: { 'Fences.dwells': fenceStates.dwells, ...(due ? { 'Fences.due': shift(due) } : {}) } },
      )
      bus.publish(BUS_GAP, {})
    },
    openSecondService: async () => {
      const secondParts = { ...ward.parts, bus: createEventBus({ log }), metrics: createMetrics() }
      const service = await createLocationService(secondParts)
      return { close: async () => service.close?.() }
    },
  }
}
