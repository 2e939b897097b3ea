import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { AuditEntryAnswer } from '@wardtrack/contracts'
import { type AuditDoc, findPage, type PageRequest, readObjectId, trusted } from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'

type Store = Pick<ServiceParts, 'db'>

/** Which entries are meant, as a call says it. */
export type AuditFilter = {
  actor?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
  outcome?: 'ok' | 'refused' | undefined
  patients?: 'read' | undefined
}

const NEWEST_FIRST = { time: -1, _id: -1 } as const

/** A filter for the store. That patients were read is known to people with the flag alone: for others nothing was. */
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
/** Numbers begin with 1. */
const NOTHING = { _id: 0 }

type AuditQuery = ReturnType<typeof auditQuery>

/** A page of entries, newest first, and how many match. */
export const listEntries = (
  { db }: Store,
  query: AuditQuery,
  request: PageRequest,
): Promise<{ docs: AuditDoc[]; count: number }> => findPage(db.models.audit, query, NEWEST_FIRST, request)

const BATCH = 1_000

/** All matching entries, newest first, in batches; entries that are made meanwhile are left out. */
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

/** Entries as a viewer is answered them: without the flag, which patient was meant and what was read is left out. */
export async function toAnswers(
  parts: Store,
  docs: readonly AuditDoc[],
  viewer: SessionActor,
): Promise<AuditEntryAnswer[]> {
  const { patientDataAccess } = viewer
  const hidden = patientDataAccess ? new Set<string>() : await hiddenTargets(parts, docs)
  return docs.map(({ _id: seq, time, target, details, previous: _previous, keyId: _keyId, ...facts }) => ({
    ...facts,
    seq,
    time: time.toISOString(),
    ...(target && !hidden.has(target.id) ? { target } : {}),
    ...(details && patientDataAccess ? { details } : {}),
  }))
}

/** Ids among the targets that stand for patients, or for alerts about them. */
async function hiddenTargets({ db }: Store, docs: readonly AuditDoc[]): Promise<Set<string>> {
  const idsOf = (type: string): string[] => [
    ...new Set(docs.flatMap(({ target }) => (target?.type === type ? [target.id] : []))),
  ]
  const assetIds = idsOf('asset').flatMap((id) => readObjectId(id) ?? [])
  const alertIds = idsOf('geofence-alert')
  const [patients, alerts] = await Promise.all([
    assetIds.length === 0
      ? []
      : db.models.assets.find({ _id: trusted({ $in: assetIds }), AssetType: PATIENT }).select({ _id: 1 }),
    alertIds.length === 0
      ? []
      : db.models.geofenceAlerts
          .find({ _id: trusted({ $in: alertIds }), AssetType: PATIENT })
          .select({ _id: 1 }),
  ])
  return new Set([...patients.map(({ _id }) => _id.toHexString()), ...alerts.map(({ _id }) => _id)])
}
