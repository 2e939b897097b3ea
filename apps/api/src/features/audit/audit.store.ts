import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type AuditEntryAnswer, knownPage } from '@wardtrack/contracts'
import { type AuditDoc, findPage, type PageRequest, trusted } from '@wardtrack/database'
import { findKnownTargets } from './audit-targets.ts'

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
