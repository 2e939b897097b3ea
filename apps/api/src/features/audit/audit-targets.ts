import type { ServiceParts } from '@wardtrack/access'
import { type AuditDoc, readObjectId, trusted } from '@wardtrack/database'
import { PATIENT, UNFLAGGED_VIEWER, visibleFence } from '@wardtrack/patient-rule'

type Db = ServiceParts['db']
type Target = NonNullable<AuditDoc['target']>
/** Finds the ids that are visible to users without the patient-data flag. */
type FindKnown = (db: Db, ids: readonly string[]) => Promise<readonly string[]>

/** Kinds of targets that never concern patients. */
const NEVER_OF_PATIENTS: ReadonlySet<string> = new Set([
  'backup',
  'customTag',
  'encryption',
  'ingest-key',
  'log',
  'map',
  'metadata',
  'mirth-address',
  'monitor',
  'par-level',
  'place',
  'privilege',
  'provider-format',
  'report',
  'setting',
  'setup-step',
  'user',
])

const objectIds = (ids: readonly string[]) =>
  trusted({ $in: ids.flatMap((id) => (readObjectId(id) ? [readObjectId(id)] : [])) }) as never
const texts = (ids: readonly string[]) => trusted({ $in: [...ids] })
const hexIds = (docs: readonly { _id: { toHexString(): string } }[]): string[] =>
  docs.map(({ _id }) => _id.toHexString())
const textIds = (docs: readonly { _id: string }[]): string[] => docs.map(({ _id }) => _id)

const notOfPatients = { ofPatients: trusted({ $exists: false }) }
const notAboutPatients = trusted({ $ne: PATIENT })

/**
 * Kinds of targets that may concern patients, each with its finder of visible ids. Ids no longer stored are hidden,
 * so that a deleted target looks like one that now concerns patients. Kinds in neither list are hidden.
 */
const KNOWN: Readonly<Record<string, FindKnown>> = {
  // Assets are never deleted, so an unknown id was only sent by a client.
  asset: async ({ models }, ids) => {
    const patients = await models.assets.find({ _id: objectIds(ids), AssetType: PATIENT }).select({ _id: 1 })
    const hidden = new Set(hexIds(patients))
    return ids.filter((id) => !hidden.has(id))
  },
  'geofence-alert': async ({ models }, ids) =>
    textIds(await models.geofenceAlerts.find({ _id: texts(ids), ofPatient: false }).select({ _id: 1 })),
  geofence: async ({ models }, ids) => {
    const fences = await models.geofences.find({ _id: objectIds(ids) })
    return hexIds(fences.filter((fence) => visibleFence(fence, UNFLAGGED_VIEWER) !== undefined))
  },
  'notification-rule': async ({ models }, ids) =>
    hexIds(
      await models.notificationRules
        .find({ _id: objectIds(ids), NotificationAssetType: notAboutPatients })
        .select({ _id: 1 }),
    ),
  'asset-rule': async ({ models }, ids) =>
    textIds(
      await models.assetRules.find({ _id: texts(ids), AssetType: notAboutPatients }).select({ _id: 1 }),
    ),
  'custom-report': async ({ models }, ids) =>
    hexIds(await models.customReports.find({ _id: objectIds(ids), ofPatients: false }).select({ _id: 1 })),
  'report-schedule': async ({ models }, ids) =>
    textIds(await models.reportSchedules.find({ _id: texts(ids), ...notOfPatients }).select({ _id: 1 })),
  filter: async ({ models }, ids) =>
    textIds(await models.savedFilters.find({ _id: texts(ids), ...notOfPatients }).select({ _id: 1 })),
  job: async ({ models }, ids) =>
    textIds(await models.jobs.find({ _id: texts(ids), ...notOfPatients }).select({ _id: 1 })),
  import: async ({ models }, ids) =>
    textIds(await models.imports.find({ _id: texts(ids), ...notOfPatients }).select({ _id: 1 })),
  delivery: async ({ models }, ids) =>
    textIds(await models.deliveries.find({ _id: texts(ids), ...notOfPatients }).select({ _id: 1 })),
}

/** Finds the targets of entries that are visible to users without the patient-data flag. */
export async function findKnownTargets(
  db: Db,
  docs: readonly AuditDoc[],
): Promise<(target: Target) => boolean> {
  const ids = new Map<string, Set<string>>()
  for (const { target } of docs)
    if (target && Object.hasOwn(KNOWN, target.type))
      ids.set(target.type, (ids.get(target.type) ?? new Set()).add(target.id))
  const known = new Map(
    await Promise.all(
      [...ids].map(async ([type, wanted]) => {
        const found = (await KNOWN[type]?.(db, [...wanted])) ?? []
        return [type, new Set(found)] as const
      }),
    ),
  )
  return ({ type, id }) => NEVER_OF_PATIENTS.has(type) || known.get(type)?.has(id) === true
}
