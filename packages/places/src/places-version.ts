import { randomUUID } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import type { Database } from '@wardtrack/database'

const PLACES_VERSION = 'places-changed'

/**
 * Tells that places, mappings, monitors or maps were written: at once on the bus, and by a stamp in the store, where
 * processes look that are not reached by it.
 */
export async function publishPlacesChanged({ db, bus }: Pick<ServiceParts, 'db' | 'bus'>): Promise<void> {
  // The bus even when the store fails now: what was written before is there and must not stay unannounced.
  bus.publish('config.changed', { what: 'maps' })
  await db.models.system.updateOne(
    { _id: PLACES_VERSION },
    { $set: { value: randomUUID() } },
    { upsert: true },
  )
}

/** Differs from the one before when places, mappings, monitors or maps were written since. */
export async function readPlacesVersion(db: Database): Promise<unknown> {
  return (await db.models.system.findOne({ _id: PLACES_VERSION }))?.value
}
