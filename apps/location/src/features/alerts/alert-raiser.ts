import type { ServiceParts } from '@wardtrack/access'
import type { GeofenceAlert } from '@wardtrack/contracts'
import { type GeofenceAlertDoc, isDuplicateKey } from '@wardtrack/database'
import type { PlaceCache } from '../../places/place-cache.ts'
import type { PendingAlert } from '../geofences/index.ts'
import { alertAnswer } from './alert-answer.ts'
import { deliverAlerts } from './alert-delivery.ts'
import { type AlertedAsset, alertDoc } from './alert-doc.ts'
import { readAlertedAssets } from './read-alerted-assets.ts'

/** Makes alerts of what the engine found. */
export type AlertRaiser = {
  /**
   * Stores the alerts, what is to be delivered of them, and tells of those that are new. Doing it again, here or in
   * another process, changes nothing, so whoever does not know whether it happened does it again.
   */
  raise(seeds: readonly PendingAlert[]): Promise<void>
}

/** What raising needs. */
export type RaiserParts = Pick<ServiceParts, 'db' | 'bus' | 'log'> & { places: PlaceCache }

/** Alerts stored in one go. */
const GROUP = 200

/** Makes the raiser of a process. */
export function createAlertRaiser(parts: RaiserParts): AlertRaiser {
  return {
    raise: async (seeds) => {
      const distinct = [...new Map(seeds.map((seed) => [seed.id, seed])).values()]
      for (let at = 0; at < distinct.length; at += GROUP)
        await raiseGroup(parts, distinct.slice(at, at + GROUP))
    },
  }
}

async function raiseGroup(parts: RaiserParts, seeds: readonly PendingAlert[]): Promise<void> {
  const { db, bus, log, places } = parts
  const [assets, mapping, book] = await Promise.all([
    readAlertedAssets(
      db,
      seeds.map(({ asset }) => asset),
    ),
    db.models.metadata.findOne({}),
    places.read(),
  ])
  const now = new Date()
  const assetOf = (id: GeofenceAlertDoc['asset']): AlertedAsset | undefined => assets.get(id.toHexString())
  const docs = seeds.flatMap((seed) => {
    const asset = assetOf(seed.asset)
    return asset ? [alertDoc(seed, asset, mapping?.types ?? {}, now)] : []
  })
  if (docs.length < seeds.length)
    log.warn({ count: seeds.length - docs.length }, 'alerts of assets that are gone')
  if (docs.length === 0) return
  const fresh = await insertNew(parts, docs)
  const before = docs.filter(({ _id }) => !fresh.has(_id)).map(({ _id }) => _id)
  // What was raised before may still lack its delivery: whoever raised it may not have come that far.
  const known = before.length === 0 ? [] : await db.geofenceAlerts.find({ _id: { $in: before } }).toArray()
  const raised = docs.filter(({ _id }) => fresh.has(_id))
  const answers = (of: readonly GeofenceAlertDoc[]): GeofenceAlert[] =>
    of.map((doc) => alertAnswer(doc, assetOf(doc.asset), book))
  await deliverAlerts(db, answers([...raised, ...known]))
  if (raised.length > 0) bus.publish('geofence.alert', answers(raised))
}

/** Stores the alerts that are not there yet. @returns the ids of those */
async function insertNew(
  { db }: RaiserParts,
  docs: readonly GeofenceAlertDoc[],
): Promise<ReadonlySet<string>> {
  const writes = docs.map(({ _id, ...rest }) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true },
  }))
  const { upsertedIds } = await db.geofenceAlerts
    .bulkWrite(writes, { ordered: false })
    .catch((error: unknown) => {
      // Another process raised one of them in the same moment: the rest is done all the same.
      const { result } = error as { result?: { upsertedIds: Record<number, unknown> } }
      if (!result || !isDuplicateKey(error)) throw error
      return result
    })
  return new Set(Object.values(upsertedIds).map(String))
}
