import type { ServiceParts } from '@wardtrack/access'
import { trusted } from '@wardtrack/database'
import type { JobDefinition } from '@wardtrack/jobs'
import { repeatDeliveries } from '@wardtrack/outbound'
import { deliverAlerts } from './alert-delivery.ts'
import { type AlertParts, toAnswers } from './alerts.service.ts'

type Params = { from: string; to: string }
/** Position after which the job continues: the alert with this time and id. */
type Cursor = { createdAt: string; id: string }

/** Alerts per page; each is sent with all of its members. */
const PAGE = 200

/** Creates the job that delivers the alerts of a period again, in their current state and under the same ids. */
export function createAlertRedelivery(parts: ServiceParts & AlertParts): JobDefinition<Params, Cursor> {
  const { geofenceAlerts } = parts.db.models
  return {
    kind: 'mirth.redeliver-alerts',
    run: async ({ params, cursor, done: before, total }, { saveProgress, signal }) => {
      const to = new Date(params.to)
      let next = cursor ?? { createdAt: params.from, id: '' }
      let done = before
      while (!signal.aborted) {
        const createdAt = new Date(next.createdAt)
        const docs = await geofenceAlerts
          .find({
            $or: [
              { createdAt: trusted({ $gt: createdAt, $lt: to }) },
              { createdAt, _id: trusted({ $gt: next.id }) },
            ],
          })
          .sort({ createdAt: 1, _id: 1 })
          .limit(PAGE)
        const last = docs.at(-1)
        if (!last) return
        await deliverAlerts(parts, await toAnswers(parts, docs), repeatDeliveries)
        next = { createdAt: last.createdAt.toISOString(), id: last._id }
        done += docs.length
        await saveProgress(next, done, Math.max(total, done))
      }
    },
  }
}
