import { setTimeout as sleep } from 'node:timers/promises'
import { type AuditDoc, type Database, trusted } from '@wardtrack/database'
import {
  type AuditKeys,
  type ChainFault,
  type ChainLink,
  type ChainPosition,
  faultOfNext,
} from './audit-chain.ts'

/** Result of verifying the chain of the audit log. */
export type AuditReport = {
  /** number of verified entries, up to the fault if there is one */
  entries: number
  /** number of entries without a key: they were written before keys existed, and prove less */
  unkeyed: number
  /** number of the oldest kept entry; older ones passed their retention time */
  first: number | null
  /** the last correct entry */
  head: { number: number; time: Date; hash: string } | null
  /** the first faulty entry; for `truncated`, the last entry known to have existed */
  broken: { number: number; fault: ChainFault } | null
}

/** Range and pace of a verification. */
export type VerifyOptions = {
  /** report to continue from; the oldest entry when left out */
  after?: AuditReport
  /** the newest entry that this process has seen */
  known?: ChainLink | undefined
  /** pause between pages, in milliseconds, so that other work can run */
  pauseMs?: number
  signal?: AbortSignal
}

const PAGE = 500

/** Verifies the chain of the audit log, and reports the first entry at which it is broken. */
export async function verifyAuditLog(
  db: Database,
  keys: AuditKeys,
  { after, known, pauseMs = 0, signal }: VerifyOptions = {},
): Promise<AuditReport> {
  const report: AuditReport = { ...(after ?? NOTHING_YET) }
  const position = positionAfter(report)
  if (position.last && !(await isStored(db, position.last)))
    return { ...report, broken: { number: position.last._id, fault: 'truncated' } }
  while (!signal?.aborted) {
    const page = await db.models.audit
      .find({ _id: trusted({ $gt: position.last?._id ?? 0 }) })
      .sort({ _id: 1 })
      .limit(PAGE)
    followPage(page, report, position, keys)
    if (report.broken || page.length < PAGE) break
    await sleep(pauseMs, undefined, { ref: false })
  }
  const isShort = known !== undefined && !report.broken && !signal?.aborted && !(await isStored(db, known))
  return isShort ? { ...report, broken: { number: known._id, fault: 'truncated' } } : report
}

const NOTHING_YET: AuditReport = { entries: 0, unkeyed: 0, first: null, head: null, broken: null }

const positionAfter = ({ head, entries, unkeyed }: AuditReport): ChainPosition => ({
  last: head ? { _id: head.number, hash: head.hash } : undefined,
  isKeyed: entries > unkeyed,
})

async function isStored(db: Database, { _id, hash }: ChainLink): Promise<boolean> {
  const stored = await db.models.audit.findOne({ _id }).select({ hash: 1 })
  return stored?.hash === hash
}

/** Verifies the entries of a page, and updates the report and the position. */
function followPage(
  page: readonly AuditDoc[],
  report: AuditReport,
  position: ChainPosition,
  keys: AuditKeys,
): void {
  for (const doc of page) {
    const fault = faultOfNext(doc, position, keys)
    if (fault) {
      report.broken = { number: doc._id, fault }
      return
    }
    position.last = { _id: doc._id, hash: doc.hash }
    position.isKeyed ||= doc.keyId !== undefined
    report.entries += 1
    if (doc.keyId === undefined) report.unkeyed += 1
    report.first ??= doc._id
    report.head = { number: doc._id, time: doc.time, hash: doc.hash }
  }
}
