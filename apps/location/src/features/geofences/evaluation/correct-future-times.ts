import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, type GeofenceDwell, trusted } from '@wardtrack/database'
import { PLACE_MEMBERS, type StoreUpdate, toCachedPlace, updateEach } from '@wardtrack/ingestion'
import { placeUpdate } from './place-update.ts'

/** Clocks of several processes differ by less. */
const MAX_SKEW_MS = 10_000
const PAGE = 500

/**
 * Brings to now what a clock that was ahead and has been corrected left in the future: geofences that would not begin
 * to count, and waits that would not end, for as long as the clock was ahead.
 */
export async function correctFutureTimes({
  db,
  bus,
  clock,
}: Pick<ServiceParts, 'db' | 'bus' | 'clock'>): Promise<void> {
  const now = new Date(clock.now())
  const latest = new Date(now.getTime() + MAX_SKEW_MS)
  const corrected = await db.models.geofences.updateMany(
    { activeFrom: trusted({ $gt: latest }) },
    { $set: { activeFrom: now } },
  )
  if (corrected.modifiedCount > 0) bus.publish('config.changed', { what: 'geofences' })
  // driver: a cursor over many assets, of which few members are read
  const waiting = db.driver.assets
    .find({ 'Fences.due': { $gt: now } }, { projection: PLACE_MEMBERS })
    .batchSize(PAGE)
  let updates: StoreUpdate[] = []
  for await (const doc of waiting) {
    if (doc.Fences?.dwells?.some(({ receivedAt }) => receivedAt > latest)) updates.push(correction(doc, now))
    if (updates.length < PAGE) continue
    await updateEach(db, 'assets', updates)
    updates = []
  }
  await updateEach(db, 'assets', updates)
}

/** On condition that no event came between: that one corrects its asset itself. */
function correction(doc: AssetDoc, now: Date): StoreUpdate {
  const before = toCachedPlace(doc)
  const dwells = before.dwells.map(
    (dwell): GeofenceDwell => ({
      ...dwell,
      from: minDate(dwell.from, now),
      since: minDate(dwell.since, now),
      receivedAt: minDate(dwell.receivedAt, now),
    }),
  )
  return placeUpdate(doc._id, { before, dwells, raised: [] })
}

const minDate = (a: Date, b: Date): Date => (a < b ? a : b)
