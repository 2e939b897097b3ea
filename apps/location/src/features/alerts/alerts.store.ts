import type { SessionActor } from '@wardtrack/access'
import { messages } from '@wardtrack/contracts'
import type { Database, GeofenceAlertDoc } from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'

/** A step with an alert: where it leads, and from where it may be taken. */
export type Step = { name: 'acknowledged' | 'resolved'; from: readonly GeofenceAlertDoc['status'][] }

/** Somebody takes the alert on. */
export const ACKNOWLEDGE: Step = { name: 'acknowledged', from: ['open'] }
/** Somebody closes it, whoever took it on. */
export const RESOLVE: Step = { name: 'resolved', from: ['open', 'acknowledged'] }

/**
 * Takes a step with an alert. Of two people at once the store lets one win; repeating one's own step changes nothing.
 * @returns the alert as it stands, and whether this changed it
 * @throws Refusal 409 `conflict` when somebody else took the step, or it is too late for it
 */
export async function takeStep(
  db: Database,
  actor: SessionActor,
  alert: GeofenceAlertDoc,
  step: Step,
  note: string | undefined,
): Promise<{ alert: GeofenceAlertDoc; changed: boolean }> {
  const taken = { by: actor.username, at: new Date(), ...(note ? { note } : {}) }
  const changed = await db.geofenceAlerts.findOneAndUpdate(
    { _id: alert._id, status: { $in: [...step.from] } },
    {
      $set: { status: step.name, [step.name]: taken },
      ...(step.name === 'resolved' ? { $unset: { unresolved: 1 as const } } : {}),
    },
    { returnDocument: 'after' },
  )
  if (changed) return { alert: changed, changed: true }
  const present = await db.geofenceAlerts.findOne({ _id: alert._id })
  if (present?.status === step.name && present[step.name]?.by === actor.username)
    return { alert: present, changed: false }
  throw new ApiError('conflict', messages.alertStepTaken)
}
