import { type Actor, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import { calls, type GeofenceAlert, messages } from '@wardtrack/contracts'
import type { GeofenceAlertDoc } from '@wardtrack/database'
import { mayKnowType, visibleAlert } from '@wardtrack/patient-rule'
import { type CallContext, notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import type { PlaceCache } from '../../places/place-cache.ts'
import { alertAnswer } from './alert-answer.ts'
import { alertFilter } from './alert-filter.ts'
import { ACKNOWLEDGE, RESOLVE, readAlertedAssets, type Step, takeStep } from './alerts.store.ts'

type Parts = Pick<ServiceParts, 'db' | 'bus'> & { places: PlaceCache }

/** Rows 74–77 of calls.md: alerts in pages, one of them, and the steps that people take with it. */
export function alertRoutes(parts: Parts): ServedCall<Actor>[] {
  const { db, bus } = parts
  const step =
    (of: Step, message: string) =>
    async (id: string, note: string | undefined, context: CallContext<Actor>) => {
      const actor = sessionOf(context.actor)
      const before = await oneAlert(parts, actor, id)
      const { alert, changed } = await takeStep(db, actor, before, of, note)
      context.target('geofence-alert', id)
      if (changed) bus.publish('geofence.alert', await answersOf(parts, [alert]))
      return { err: 0 as const, message, data: await answerOf(parts, actor, alert) }
    }
  const acknowledge = step(ACKNOWLEDGE, messages.alertAcknowledged)
  const resolve = step(RESOLVE, messages.alertResolved)
  return [
    serve(calls.geofenceAlerts)<Actor>(async ({ query }, context) => {
      const actor = sessionOf(context.actor)
      const filter = await alertFilter(db, actor, query)
      const [docs, totalAlerts] = await Promise.all([
        db.geofenceAlerts
          .find(filter)
          .sort({ createdAt: -1, _id: -1 })
          .skip((query.page - 1) * query.pagesize)
          .limit(query.pagesize)
          .toArray(),
        db.geofenceAlerts.countDocuments(filter),
      ])
      const answers = await answersOf(parts, docs)
      const fetchedAlerts = answers.flatMap((one) => visibleAlert(one, actor) ?? [])
      return { fetchedAlerts, totalAlerts }
    }),
    serve(calls.geofenceAlert)<Actor>(async ({ params }, context) => {
      const actor = sessionOf(context.actor)
      return { data: await answerOf(parts, actor, await oneAlert(parts, actor, params.id)) }
    }),
    serve(calls.acknowledgeGeofenceAlert)<Actor>(({ params, body }, context) =>
      acknowledge(params.id, body.note, context),
    ),
    serve(calls.resolveGeofenceAlert)<Actor>(({ params, body }, context) =>
      resolve(params.id, body.note, context),
    ),
  ]
}

/** An alert by its id; one about a patient is not there for who may not see patients. @throws Refusal 404 */
async function oneAlert({ db }: Parts, actor: SessionActor, _id: string): Promise<GeofenceAlertDoc> {
  const alert = await db.geofenceAlerts.findOne({ _id })
  if (!alert || !mayKnowType(actor, alert.AssetType)) throw notFound()
  return alert
}

async function answerOf(parts: Parts, actor: SessionActor, alert: GeofenceAlertDoc): Promise<GeofenceAlert> {
  const [answer] = await answersOf(parts, [alert])
  const visible = answer && visibleAlert(answer, actor)
  if (!visible) throw notFound()
  return visible
}

/** Alerts as those who may see everything are answered, with their assets as they are now. */
async function answersOf({ db, places }: Parts, docs: readonly GeofenceAlertDoc[]): Promise<GeofenceAlert[]> {
  const ids = new Map(docs.map(({ asset }) => [asset.toHexString(), asset]))
  const [assets, book] = await Promise.all([readAlertedAssets(db, [...ids.values()]), places.read()])
  return docs.map((doc) => alertAnswer(doc, assets.get(doc.asset.toHexString()), book))
}
