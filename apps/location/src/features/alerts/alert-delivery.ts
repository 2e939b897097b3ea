import type { ServiceParts } from '@wardtrack/access'
import type { GeofenceAlert, MirthField } from '@wardtrack/contracts'
import { type Database, settingId } from '@wardtrack/database'
import { addDeliveries, createOutboxWorker, type OutboxWorker } from '@wardtrack/outbound'

const KIND = 'GeofenceAlert' satisfies MirthField

/** Where alerts are delivered to, as the Mirth settings say now; undefined when they are not. */
async function alertAddress(db: Database): Promise<string | undefined> {
  const setting = await db.models.settings.findOne({ _id: settingId('Mirth', 'Mirth') })
  const address = setting?.Fields[KIND]
  return typeof address === 'string' && address !== '' ? address : undefined
}

/** Puts alerts into the outbox when there is an address for them. Repeating it changes nothing. */
export async function deliverAlerts(db: Database, alerts: readonly GeofenceAlert[]): Promise<void> {
  if ((await alertAddress(db)) === undefined) return
  await addDeliveries(
    db,
    KIND,
    alerts.map((alert) => ({ id: alert.id, payload: JSON.stringify(alert) })),
  )
}

/** Makes the worker that takes alerts to Mirth: at once when one is raised, wherever that was, or the address changes. */
export function createAlertOutboxWorker(parts: ServiceParts): OutboxWorker {
  const { db, bus, log, outboundAllow: allowed = [] } = parts
  const worker = createOutboxWorker({
    db,
    log,
    kind: KIND,
    address: () => alertAddress(db),
    rules: { allowed },
  })
  const unsubscribes = [
    bus.subscribe('geofence.alert', () => worker.wake()),
    bus.subscribe('config.changed', ({ what }) => {
      if (what === 'settings') worker.wake()
    }),
  ]
  const unsubscribe = (): void => {
    for (const stop of unsubscribes) stop()
  }
  return {
    wake: worker.wake,
    stop: () => {
      unsubscribe()
      worker.stop()
    },
    close: () => {
      unsubscribe()
      return worker.close()
    },
  }
}
