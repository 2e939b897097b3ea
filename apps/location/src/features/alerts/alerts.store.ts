import type { SessionActor } from '@wardtrack/access'
import { messages } from '@wardtrack/contracts'
import {
  bulkFailures,
  type Database,
  findPage,
  type GeofenceAlertDoc,
  type PageRequest,
  type Types,
  trusted,
} from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'
import type { AlertedAsset } from './alert-doc.ts'

/** A step with an alert: the status it sets and the statuses that allow it. */
export type Step = { name: 'acknowledged' | 'resolved'; from: readonly GeofenceAlertDoc['status'][] }

/** Somebody takes responsibility for the alert. */
export const ACKNOWLEDGE: Step = { name: 'acknowledged', from: ['open'] }
/** Somebody closes the alert, whoever acknowledged it. */
export const RESOLVE: Step = { name: 'resolved', from: ['open', 'acknowledged'] }

/**
 * Takes a step with an alert. If two people act concurrently, one succeeds. Repeating one's own step changes
 * nothing.
 * @returns the current alert, and whether this call changed it
 * @throws ApiError 409 `conflict` when somebody else took the step, or its status no longer allows the step
 */
export async function takeStep(
  db: Database,
  actor: SessionActor,
  alert: GeofenceAlertDoc,
  step: Step,
  note: string | undefined,
): Promise<{ alert: GeofenceAlertDoc; changed: boolean }> {
  const { geofenceAlerts } = db.models
  const stepTaken = { by: actor.username, at: new Date(), ...(note ? { note } : {}) }
  const changed = await geofenceAlerts.findOneAndUpdate(
    { _id: alert._id, status: trusted({ $in: [...step.from] }) },
    {
      $set: { status: step.name, [step.name]: stepTaken },
      ...(step.name === 'resolved' ? { $unset: { unresolved: 1 as const } } : {}),
    },
  )
  if (changed) return { alert: changed, changed: true }
  const present = await findAlert(db, alert._id)
  if (present?.status === step.name && present[step.name]?.by === actor.username)
    return { alert: present, changed: false }
  throw new ApiError('conflict', messages.alertStepTaken)
}

/** Finds an alert by its id. */
export const findAlert = async (db: Database, _id: string): Promise<GeofenceAlertDoc | null> =>
  db.models.geofenceAlerts.findOne({ _id })

/**
 * Returns a page of the alerts that match a filter, by the time of their events, newest first, and their total. @param filter see `alertFilter`
 */
export const findAlerts = async (
  db: Database,
  filter: Record<string, unknown>,
  request: PageRequest,
): Promise<{ docs: GeofenceAlertDoc[]; count: number }> =>
  findPage(db.models.geofenceAlerts, filter, { eventTime: -1, _id: -1 }, request)

/** Returns the newest alerts that match a filter, without a total. @param filter see `alertFilter` */
export const findNewestAlerts = async (
  db: Database,
  filter: Record<string, unknown>,
  limit: number,
): Promise<GeofenceAlertDoc[]> =>
  db.models.geofenceAlerts.find(filter).sort({ eventTime: -1, _id: -1 }).limit(limit)

const ALERTED_ASSET = { AssetType: 1, AssetId: 1, Fields: 1 } as const

/** Reads the current assets of some alerts in one query, by hexadecimal id. */
export async function readAlertedAssets(
  db: Database,
  ids: readonly Types.ObjectId[],
): Promise<Map<string, AlertedAsset>> {
  if (ids.length === 0) return new Map()
  const found = await db.models.assets
    .find<AlertedAsset>({ _id: trusted({ $in: [...ids] }) })
    .select(ALERTED_ASSET)
  return new Map(found.map((asset) => [asset._id.toHexString(), asset]))
}

/**
 * Stores the alerts that do not exist yet.
 * @returns ids of the newly stored alerts, and the first error of an alert that could not be stored
 * @throws when the store is unreachable
 */
export async function insertNewAlerts(
  db: Database,
  docs: readonly GeofenceAlertDoc[],
): Promise<{ inserted: ReadonlySet<string>; failure?: Error | undefined }> {
  const writes = docs.map(({ _id, ...rest }) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true },
  }))
  try {
    // driver: alerts come hundreds at a time, a hot path
    const { upsertedIds } = await db.driver.geofenceAlerts.bulkWrite(writes, { ordered: false })
    return { inserted: new Set(Object.values(upsertedIds).map(String)) }
  } catch (error) {
    // A duplicate key means that another process raised the alert at the same moment.
    const [failure] = bulkFailures(error).failed.values()
    const { result } = error as { result: { upsertedIds: Record<number, unknown> } }
    return { inserted: new Set(Object.values(result.upsertedIds).map(String)), failure }
  }
}
