import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type AuditEntryAnswer, knownPage } from '@wardtrack/contracts'
import { type AuditDoc, findPage, type PageRequest, trusted } from '@wardtrack/database'
import { findKnownTargets } from './audit-targets.ts'

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

/** Entries as a viewer is answered them: without the flag no target that can be a patient's, and no details. */
export async function toAnswers(
  { db }: Store,
  docs: readonly AuditDoc[],
  { patientDataAccess }: SessionActor,
): Promise<AuditEntryAnswer[]> {
  const isKnown = patientDataAccess ? () => true : await findKnownTargets(db, docs)
  return docs.map(
    ({ _id: seq, time, target, details, pageRoute, previous: _previous, keyId: _keyId, ...facts }) => {
      // Earlier versions stored whatever a client claimed.
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
