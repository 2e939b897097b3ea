import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import {
  calls,
  MIRTH_FIELDS,
  type MirthDelivery,
  type MirthField,
  messages,
  routes,
} from '@wardtrack/contracts'
import { type DeliveryAddressDoc, type SettingDoc, settingId, trusted } from '@wardtrack/database'
import type { Jobs } from '@wardtrack/jobs'
import { deliveryState, feedTime, mayReceivePatients, openDeliveryFeed } from '@wardtrack/outbound'
import type { Viewer } from '@wardtrack/patient-rule'
import { type Request, type ServedCall, serve } from '@wardtrack/service-kit'
import { toJobAnswer } from '../jobs/jobs.routes.ts'
import { pushAddress } from '../providers/index.ts'
import { createMirthService } from './mirth.service.ts'

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

/** Creates the calls about deliveries to Mirth. */
export function mirthRoutes(parts: ServiceParts, jobs: Jobs): ServedCall<Actor>[] {
  const mirth = createMirthService(parts, jobs)
  return [
    serve(calls.mirthDeliveries)<Actor>(async (_input, { actor, request }) => ({
      data: await mirthDeliveryStates(parts, sessionOf(actor)),
      limits: { things: parts.limits.outbox, days: parts.limits.outboxDays },
      endpoints: endpointsOf(parts, request),
    })),
    serve(calls.testMirthAddress)<Actor>(async ({ body }, { target }) => {
      target('mirth-address', body.Field)
      return { data: await mirth.test(body.Field) }
    }),
    serve(calls.pauseMirthAddress)<Actor>(async ({ body: { Field, paused } }, { actor, target }) => {
      target('mirth-address', Field)
      await mirth.pause(Field, paused, sessionOf(actor))
      return { err: 0, message: paused ? messages.mirthPaused : messages.mirthResumed }
    }),
    serve(calls.makeMirthSecret)<Actor>(async ({ body }, { target }) => {
      target('mirth-address', body.Field)
      return { err: 0, message: messages.mirthSecretMade, secret: await mirth.makeSecret(body.Field) }
    }),
    serve(calls.countMirthRedelivery)<Actor>(async ({ body }, { actor }) => ({
      count: await mirth.countRedelivery(body, sessionOf(actor)),
    })),
    serve(calls.startMirthRedelivery)<Actor>(async ({ body }, { actor, target }) => {
      target('mirth-address', body.Field)
      const job = await mirth.redeliver(body, sessionOf(actor))
      return { err: 0, message: messages.mirthRedelivery, data: toJobAnswer(job) }
    }),
  ]
}

/** Returns the addresses to which integrations push data. */
const endpointsOf = (parts: ServiceParts, request: Request): Record<string, string> => ({
  AssetLocation: pushAddress(parts, request, routes.ingestLocations),
  Asset: pushAddress(parts, request, routes.ingestAssets),
  AssetAssociation: pushAddress(parts, request, routes.ingestAssociations),
  LocationHierarchy: pushAddress(parts, request, routes.ingestHierarchies),
  DeviceStatus: pushAddress(parts, request, routes.ingestDeviceStatus),
})
