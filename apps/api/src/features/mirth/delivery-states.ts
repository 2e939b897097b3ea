import type { ServiceParts } from '@wardtrack/access'
import { MIRTH_FIELDS, type MirthDelivery, type MirthField } from '@wardtrack/contracts'
import { type DeliveryAddressDoc, type SettingDoc, settingId, trusted } from '@wardtrack/database'
import { deliveryState, feedTime, mayReceivePatients, openDeliveryFeed } from '@wardtrack/outbound'
import type { Viewer } from '@wardtrack/patient-rule'

type Parts = Pick<ServiceParts, 'db' | 'limits'>

/**
 * Returns the state of deliveries to each address. The queue length and age change with every patient, so users
 * without the flag see these figures for places only.
 */
export async function mirthDeliveryStates(parts: Parts, viewer: Viewer): Promise<MirthDelivery[]> {
  const { db } = parts
  const [setting, states] = await Promise.all([
    db.models.settings.findOne({ _id: settingId('Mirth', 'Mirth') }),
    db.models.deliveryAddresses.find({ _id: trusted({ $in: [...MIRTH_FIELDS] }) }),
  ])
  const stateOf = new Map(states.map((state) => [state._id, state]))
  return Promise.all(
    MIRTH_FIELDS.map(async (field) => {
      const delivery = await deliveryOf(parts, field, setting, stateOf.get(field))
      return viewer.patientDataAccess || field === 'LocationHierarchy' ? delivery : withoutFigures(delivery)
    }),
  )
}

/** Removes the figures that depend on deliveries. */
const withoutFigures = ({
  pending: _pending,
  oldestAt: _oldest,
  lastDeliveredAt: _delivered,
  lastErrorAt: _failed,
  dropped: _dropped,
  lastDroppedAt: _lastDropped,
  ...state
}: MirthDelivery): MirthDelivery => state

async function deliveryOf(
  parts: Parts,
  field: MirthField,
  setting: SettingDoc | null,
  state: DeliveryAddressDoc | undefined,
): Promise<MirthDelivery> {
  const waiting = field === 'GeofenceAlert' ? await alertsWaiting(parts) : await thingsWaiting(parts, field)
  const { paused, secret, lastDeliveredAt, lastError, lastErrorAt, lastDroppedAt, dropped = 0 } = state ?? {}
  const address = setting?.Fields[field]
  return {
    field,
    hasAddress: typeof address === 'string' && address !== '',
    ...(lastDeliveredAt ? { lastDeliveredAt: lastDeliveredAt.toISOString() } : {}),
    ...(lastError === undefined ? {} : { lastError }),
    ...(lastErrorAt ? { lastErrorAt: lastErrorAt.toISOString() } : {}),
    ...waiting,
    ...(paused ? { paused: { by: paused.by, at: paused.at.toISOString() } } : {}),
    ...(secret ? { secretSince: secret.createdAt.toISOString() } : {}),
    dropped,
    ...(lastDroppedAt ? { lastDroppedAt: lastDroppedAt.toISOString() } : {}),
    isFull: waiting.pending >= parts.limits.outbox,
    mayReceivePatients: mayReceivePatients(setting, field),
  }
}

type Waiting = { pending: number } & Pick<MirthDelivery, 'oldestAt' | 'lastDeliveredAt' | 'lastError'>

const alertsWaiting = ({ db }: Parts): Promise<Waiting> => deliveryState(db, 'GeofenceAlert')

async function thingsWaiting({ db }: Parts, field: MirthField): Promise<Waiting> {
  const feed = openDeliveryFeed(db, field)
  const [pending, oldest] = await Promise.all([feed.pending(), feed.oldest()])
  return { pending, ...(oldest ? { oldestAt: new Date(feedTime(oldest)).toISOString() } : {}) }
}
