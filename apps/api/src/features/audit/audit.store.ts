import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type AuditEntryAnswer, knownPage } from '@wardtrack/contracts'
import { type AuditDoc, findPage, type PageRequest, readObjectId, trusted } from '@wardtrack/database'
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
async function findKnownTargets(db: Db, docs: readonly AuditDoc[]): Promise<(target: Target) => boolean> {
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

type Store = Pick<ServiceParts, 'db'>

/** Filter of entries, as a call contains it. */
export type AuditFilter = {
  actor?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
  outcome?: 'ok' | 'refused' | undefined
  patients?: 'read' | undefined
}

const NEWEST_FIRST = { time: -1, _id: -1 } as const

/**
 * Creates a store filter. Reads of patients are visible only to users with the flag; for others they never happened.
 */
export function auditQuery(filter: AuditFilter, viewer: SessionActor) {
  const { actor, action, from, to, outcome, patients } = filter
  const time = { ...(from ? { $gte: new Date(from) } : {}), ...(to ? { $lt: new Date(to) } : {}) }
  return {
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
    ...(outcome ? { outcome } : {}),
    ...(from || to ? { time: trusted(time) } : {}),
    ...(patients ? (viewer.patientDataAccess ? PATIENTS_READ : NOTHING) : {}),
  }
}

const PATIENTS_READ = { 'details.patients': trusted({ $gt: 0 }) }
/** Matches no entry, because numbers begin with 1. */
const NOTHING = { _id: 0 }

type AuditQuery = ReturnType<typeof auditQuery>

/** Reads a page of entries, newest first, and the number of matches. */
export const listEntries = (
  { db }: Store,
  query: AuditQuery,
  request: PageRequest,
): Promise<{ docs: AuditDoc[]; count: number }> => findPage(db.models.audit, query, NEWEST_FIRST, request)

const BATCH = 1_000

/** Yields all matching entries in batches, newest first; later entries are left out. */
export async function* entryBatches({ db }: Store, query: AuditQuery): AsyncGenerator<AuditDoc[], void> {
  let last: AuditDoc | undefined
  while (true) {
    const older = last && {
      $or: [{ time: trusted({ $lt: last.time }) }, { time: last.time, _id: trusted({ $lt: last._id }) }],
    }
    const docs = await db.models.audit
      .find({ ...query, ...older })
      .sort(NEWEST_FIRST)
      .limit(BATCH)
    if (docs.length > 0) yield docs
    if (docs.length < BATCH) return
    last = docs.at(-1)
  }
}

/** Converts entries for a viewer: without the flag, details and targets that may concern patients are left out. */
export async function toAnswers(
  { db }: Store,
  docs: readonly AuditDoc[],
  { patientDataAccess }: SessionActor,
): Promise<AuditEntryAnswer[]> {
  const isKnown = patientDataAccess ? () => true : await findKnownTargets(db, docs)
  return docs.map(
    ({ _id: seq, time, target, details, pageRoute, previous: _previous, keyId: _keyId, ...facts }) => {
      // Earlier versions stored any page name that a client sent.
      const page = pageRoute === undefined ? undefined : knownPage(pageRoute)
      return {
        ...facts,
        seq,
        time: time.toISOString(),
        ...(target && isKnown(target) ? { target } : {}),
        ...(page === undefined ? {} : { pageRoute: page }),
        ...(details && patientDataAccess ? { details } : {}),
      }
    },
  )
}
