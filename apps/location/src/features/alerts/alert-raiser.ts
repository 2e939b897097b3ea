import type { ServiceParts } from '@wardtrack/access'
import type { GeofenceAlert } from '@wardtrack/contracts'
import { type GeofenceAlertDoc, type PendingAlert, trusted } from '@wardtrack/database'
import type { MetadataMappingCache } from '@wardtrack/ingestion'
import type { PlaceCache } from '@wardtrack/places'
import { alertAnswer } from './alert-answer.ts'
import { deliverAlerts } from './alert-delivery.ts'
import { type AlertedAsset, alertDoc } from './alert-doc.ts'
import { insertNewAlerts, readAlertedAssets } from './alerts.store.ts'

/** Turns the results of geofence evaluation into alerts. */
export type AlertRaiser = {
  /**
   * Stores alerts and their deliveries, and publishes the new ones. It is idempotent across processes, so callers
   * repeat it after an unknown outcome.
   * @returns pending alerts that are now stored as alerts. Alerts of missing assets are left out: if the asset exists
   * after all, its alert is still pending in it
   * @throws when any alert could not be raised; the others are raised
   */
  raise(pending: readonly PendingAlert[]): Promise<readonly PendingAlert[]>
}

/** Dependencies of the alert raiser. */
export type RaiserParts = Pick<ServiceParts, 'db' | 'bus' | 'log' | 'keyRing'> & {
  places: PlaceCache
  mapping: MetadataMappingCache
}

/** Creates the alert raiser of a process. */
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
  // Publishes before the steps that may fail, because a repeat finds these alerts stored and publishes nothing.
  if (raised.length > 0) bus.publish('geofence.alert', toAnswers(raised))
  // Alerts raised before may still lack their delivery, because their process may have stopped too early.
  const presentIds = docs.flatMap(({ _id }) => (inserted.has(_id) ? [] : [_id]))
  const presentDocs =
    presentIds.length === 0 ? [] : await db.models.geofenceAlerts.find({ _id: trusted({ $in: presentIds }) })
  await deliverAlerts(parts, toAnswers([...raised, ...presentDocs]))
  if (failure) throw failure
  return pending.filter(({ asset }) => assetOf(asset))
}
