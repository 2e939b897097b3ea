import type { ServiceParts } from '@wardtrack/access'
import type { GeofenceAlert, MirthField } from '@wardtrack/contracts'
import type { DeliveryDoc } from '@wardtrack/database'
import {
  addDeliveries,
  createOutboxWorker,
  type OutboxWorker,
  type Receiver,
  readAddress,
  readReceiver,
  showOutboxFigures,
} from '@wardtrack/outbound'
import { tellsOfPatients, visibleAlert } from '@wardtrack/patient-rule'

const KIND = 'GeofenceAlert' satisfies MirthField

/**
 * Adds alerts to the outbox if an address is set; safe to repeat. An address that was set without the patient-data
 * flag receives only data that people without the flag may see.
 */
export async function deliverAlerts(
  { db, keyRing }: Pick<ServiceParts, 'db' | 'keyRing'>,
  alerts: readonly GeofenceAlert[],
  add: typeof addDeliveries = addDeliveries,
): Promise<void> {
  const receiver = await readReceiver({ db, keyRing }, KIND)
  if (!receiver) return
  const viewer = { patientDataAccess: receiver.mayReceivePatients }
  const sent = alerts.flatMap((alert) => visibleAlert(alert, viewer) ?? [])
  const deliveries = sent.map((alert) => ({
    id: alert.id,
    payload: JSON.stringify(alert),
    ofPatients: tellsOfPatients(alert),
    lane: alert.LinkedAsset._id,
  }))
  await add(db, KIND, deliveries)
}

/** Audits the sending of an alert about a patient: its acceptance, or the first refusal. */
function auditDelivery({ access }: ServiceParts, entry: DeliveryDoc, address: string, status: number): void {
  const isTaken = status >= 200 && status < 300
  if (!entry.ofPatients || (!isTaken && entry.attempts > 1)) return
  access.audit.note({
    actor: 'wardtrack',
    action: `DELIVER ${KIND}`,
    target: { type: 'geofence-alert', id: entry._id.slice(KIND.length + 1) },
    address: readAddress(address).host,
    outcome: isTaken ? 'ok' : 'refused',
    status,
    details: { patients: 1 },
  })
}

/**
 * Creates the worker that delivers alerts to Mirth. It runs when any process raises an alert, or the address changes.
 */
export function createAlertOutboxWorker(parts: ServiceParts): OutboxWorker {
  const { db, bus, log, limits, metrics, outboundAllow: allowed = [] } = parts
  let receiver: Receiver | undefined
  const worker = createOutboxWorker({
    db,
    log,
    kind: KIND,
    address: async () => {
      receiver = await readReceiver(parts, KIND)
      return receiver?.address
    },
    state: async () => receiver ?? { isPaused: false, secrets: [] },
    rules: { allowed },
    limits,
    onFigures: (figures) => showOutboxFigures(metrics, { kind: KIND, ...figures }),
    onAnswer: (entry, address, status) => auditDelivery(parts, entry, address, status),
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
    resume: worker.resume,
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
