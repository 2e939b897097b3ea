import {
  type Actor,
  disclosedPatients,
  type ServiceParts,
  type SessionActor,
  sessionOf,
} from '@wardtrack/access'
import { type calls, type GeofenceAlert, messages } from '@wardtrack/contracts'
import type { GeofenceAlertDoc } from '@wardtrack/database'
import type { MetadataMappingCache } from '@wardtrack/ingestion'
import { mayKnowType, visibleAlert, visibleEncryptionLimits } from '@wardtrack/patient-rule'
import type { PlaceCache } from '@wardtrack/places'
import { type CallContext, type Handler, notFound } from '@wardtrack/service-kit'
import { alertAnswer } from './alert-answer.ts'
import { alertFilter } from './alert-filter.ts'
import {
  ACKNOWLEDGE,
  findAlert,
  findAlerts,
  RESOLVE,
  readAlertedAssets,
  type Step,
  takeStep,
} from './alerts.store.ts'

/** Dependencies of the calls about alerts. */
export type AlertParts = Pick<ServiceParts, 'db' | 'bus'> & {
  places: PlaceCache
  mapping: MetadataMappingCache
}

type AlertService = {
  list: Handler<Actor, typeof calls.geofenceAlerts>
  get: Handler<Actor, typeof calls.geofenceAlert>
  acknowledge: Handler<Actor, typeof calls.acknowledgeGeofenceAlert>
  resolve: Handler<Actor, typeof calls.resolveGeofenceAlert>
}

/** Creates the service that reads and changes alerts under the patient rule. */
export function createAlertService(parts: AlertParts): AlertService {
  const { db, bus } = parts
  const takeStepWith = async (
    id: string,
    step: Step,
    note: string | undefined,
    context: CallContext<Actor>,
  ): Promise<GeofenceAlert> => {
    const actor = sessionOf(context.actor)
    const before = await findVisibleAlert(parts, actor, id)
    const { alert, changed } = await takeStep(db, actor, before, step, note)
    context.target('geofence-alert', id)
    if (changed) bus.publish('geofence.alert', await toAnswers(parts, [alert]))
    return visibleAnswer(parts, actor, alert)
  }
  return {
    list: async ({ query }, context) => {
      const actor = sessionOf(context.actor)
      const { filter, ...limits } = await alertFilter(db, actor, query)
      const { docs, count } = await findAlerts(db, filter, query)
      const answers = await toAnswers(parts, docs)
      context.auditDetails({
        returned: docs.length,
        ...disclosedPatients(actor, docs.map(alertedAsset)),
      })
      return {
        fetchedAlerts: answers.flatMap((alert) => visibleAlert(alert, actor) ?? []),
        totalAlerts: count,
        ...visibleEncryptionLimits(limits, actor),
      }
    },
    get: async ({ params }, context) => {
      const actor = sessionOf(context.actor)
      const alert = await findVisibleAlert(parts, actor, params.id)
      context.target('geofence-alert', alert._id)
      context.auditDetails(disclosedPatients(actor, [alertedAsset(alert)]))
      return { data: await visibleAnswer(parts, actor, alert) }
    },
    acknowledge: async ({ params, body }, context) => {
      const data = await takeStepWith(params.id, ACKNOWLEDGE, body.note, context)
      return { err: 0 as const, message: messages.alertAcknowledged, data }
    },
    resolve: async ({ params, body }, context) => {
      const data = await takeStepWith(params.id, RESOLVE, body.note, context)
      return { err: 0 as const, message: messages.alertResolved, data }
    },
  }
}

/** Returns the asset of an alert in the form that the audit log counts. */
export const alertedAsset = ({ asset, AssetType }: GeofenceAlertDoc) => ({ _id: asset, AssetType })

/**
 * Finds an alert by its id. An alert about a patient does not exist without the patient-data flag. @throws ApiError
 * 404
 */
async function findVisibleAlert(
  { db }: AlertParts,
  actor: SessionActor,
  id: string,
): Promise<GeofenceAlertDoc> {
  const alert = await findAlert(db, id)
  if (!alert || !mayKnowType(actor, alert.AssetType)) throw notFound()
  return alert
}

async function visibleAnswer(
  parts: AlertParts,
  actor: SessionActor,
  alert: GeofenceAlertDoc,
): Promise<GeofenceAlert> {
  const [answer] = await toAnswers(parts, [alert])
  const visible = answer && visibleAlert(answer, actor)
  if (!visible) throw notFound()
  return visible
}

/** Returns answers of alerts without the patient rule, with the current state of their assets. */
export async function toAnswers(
  { db, places, mapping }: AlertParts,
  docs: readonly GeofenceAlertDoc[],
): Promise<GeofenceAlert[]> {
  const ids = new Map(docs.map(({ asset }) => [asset.toHexString(), asset]))
  const [assets, lookup, entries] = await Promise.all([
    readAlertedAssets(db, [...ids.values()]),
    places.read(),
    mapping.read(),
  ])
  return docs.map((doc) => alertAnswer(doc, assets.get(doc.asset.toHexString()), lookup, entries))
}
