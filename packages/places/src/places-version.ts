import { randomUUID } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import type { Database } from '@wardtrack/database'

const PLACES_VERSION = 'places-changed'

/**
 * Announces that places, mappings, monitors or maps were written. It publishes on the bus and changes a stamp in the
 * store. Processes that the bus does not reach read the stamp.
 */
export async function publishPlacesChanged({ db, bus }: Pick<ServiceParts, 'db' | 'bus'>): Promise<void> {
  // Publishes even when the store fails now: earlier writes are stored and must be announced.
  bus.publish('config.changed', { what: 'maps' })
  await db.models.system.updateOne(
    { _id: PLACES_VERSION },
    { $set: { value: randomUUID() } },
    { upsert: true },
  )
}

/** Reads a stamp that changes with every write of places, mappings, monitors or maps. */
export async function readPlacesVersion(db: Database): Promise<unknown> {
  return (await db.models.system.findOne({ _id: PLACES_VERSION }))?.value
}
