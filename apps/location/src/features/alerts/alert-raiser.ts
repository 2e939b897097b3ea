import type { ServiceParts } from '@wardtrack/access'
import type { GeofenceAlert } from '@wardtrack/contracts'
import { type GeofenceAlertDoc, type PendingAlert, trusted } from '@wardtrack/database'
import type { MetadataMappingCache } from '@wardtrack/ingestion'
import type { PlaceCache } from '@wardtrack/places'
import { alertAnswer } from './alert-answer.ts'
import { deliverAlerts } from './alert-delivery.ts'
import { type AlertedAsset, alertDoc } from './alert-doc.ts'
import { insertNewAlerts, readAlertedAssets } from './alerts.store.ts'

/** Makes alerts of what the geofence evaluation found. */
export type AlertRaiser = {
  /**
   * Stores the alerts, what is to be delivered of them, and publishes those that are new. Repeating it, here or in
   * another process, changes nothing, so it is repeated whenever its outcome is not known.
   * @returns those that stand as alerts now. An alert whose asset was not found is none of them: should the asset be there
   *   after all, its alert waits in it
   * @throws when any of them could not be raised; the others are
   */
  raise(pending: readonly PendingAlert[]): Promise<readonly PendingAlert[]>
}

/** What raising needs. */
export type RaiserParts = Pick<ServiceParts, 'db' | 'bus' | 'log' | 'keyRing'> & {
  places: PlaceCache
  mapping: MetadataMappingCache
}

/** Makes the raiser of a process. */
export function createAlertRaiser(parts: RaiserParts): AlertRaiser {
  return { raise: (pending) => raiseAlerts(parts, pending) }
}

async function raiseAlerts(
  parts: RaiserParts,
  pending: readonly PendingAlert[],
): Promise<readonly PendingAlert[]> {
  const { db, bus, log, places } = parts
  const distinct = [...new Map(pending.map((alert) => [alert.id, alert])).values()]
  const [assets, mapping, lookup] = await Promise.all([
    readAlertedAssets(
      db,
      distinct.map(({ asset }) => asset),
    ),
    parts.mapping.read(),
    places.read(),
  ])
  const now = new Date()
  const assetOf = (id: GeofenceAlertDoc['asset']): AlertedAsset | undefined => assets.get(id.toHexString())
  const docs = distinct.flatMap((alert) => {
    const asset = assetOf(alert.asset)
    return asset ? [alertDoc(alert, asset, mapping, now)] : []
  })
  if (docs.length < distinct.length) log.warn('alerts of removed assets were dropped')
  if (docs.length === 0) return []
  const toAnswers = (alertDocs: readonly GeofenceAlertDoc[]): GeofenceAlert[] =>
    alertDocs.map((doc) => alertAnswer(doc, assetOf(doc.asset), lookup, mapping))
  const { inserted, failure } = await insertNewAlerts(db, docs)
  const raised = docs.filter(({ _id }) => inserted.has(_id))
  // Before what may still fail: whoever repeats this finds them raised, and nothing to tell.
  if (raised.length > 0) bus.publish('geofence.alert', toAnswers(raised))
  // What was raised before may still lack its delivery: the process that raised it may not have come that far.
  const presentIds = docs.flatMap(({ _id }) => (inserted.has(_id) ? [] : [_id]))
  const presentDocs =
    presentIds.length === 0 ? [] : await db.models.geofenceAlerts.find({ _id: trusted({ $in: presentIds }) })
  await deliverAlerts(parts, toAnswers([...raised, ...presentDocs]))
  if (failure) throw failure
  return pending.filter(({ asset }) => assetOf(asset))
}
