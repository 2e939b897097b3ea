import type { Database } from '@wardtrack/database'
import type { Logger, ServiceMetrics } from '@wardtrack/service-kit'
import type { AuditKeys, ChainFault, ChainLink } from './audit-chain.ts'
import { type AuditReport, verifyAuditLog } from './verify-audit-log.ts'

/** Result and end time of the last verification of the whole audit log. */
export type AuditVerification = AuditReport & { at: Date }

/** Alarm about a broken chain. Once acknowledged, it is not raised again for the same entry. */
type AuditAlarm = { number: number; fault: ChainFault; at: Date; acknowledgedBy?: string }

/** State of the audit log that all processes share and that survives restarts. */
export type AuditState = { verification: AuditVerification | null; alarm: AuditAlarm | null }

const VERIFICATION = 'audit-verification'
const ALARM = 'audit-alarm'

/** Reads the state; an acknowledged alarm is left out. */
export async function readAuditState(db: Database): Promise<AuditState> {
  const [verification, alarm] = await Promise.all([
    db.models.system.findOne({ _id: VERIFICATION }),
    readAlarm(db),
  ])
  return {
    verification: (verification?.value ?? null) as AuditVerification | null,
    alarm: alarm && alarm.acknowledgedBy === undefined ? alarm : null,
  }
}

const readAlarm = async (db: Database): Promise<AuditAlarm | null> =>
  ((await db.models.system.findOne({ _id: ALARM }))?.value ?? null) as AuditAlarm | null

const store = (db: Database, id: string, value: object) =>
  db.models.system.updateOne({ _id: id }, { $set: { value } }, { upsert: true })

/** Stores the result of a verification of the whole chain. */
async function storeVerification(db: Database, report: AuditReport): Promise<void> {
  await store(db, VERIFICATION, { ...report, at: new Date() })
}

/** Raises the alarm, unless it was already raised for this entry. @returns true when the alarm is new */
async function storeAlarm(
  db: Database,
  { number, fault }: NonNullable<AuditReport['broken']>,
): Promise<boolean> {
  const known = await readAlarm(db)
  if (known?.number === number && known.fault === fault) return false
  await store(db, ALARM, { number, fault, at: new Date() })
  return true
}

/** Acknowledges the alarm. @returns false when there is none */
export async function acknowledgeAlarm(db: Database, username: string): Promise<boolean> {
  const alarm = await readAlarm(db)
  if (!alarm || alarm.acknowledgedBy !== undefined) return false
  await store(db, ALARM, { ...alarm, acknowledgedBy: username })
  return true
}

/**
 * Verifies the audit log while the process runs, and writes its head to a place that the store's owner cannot change.
 */
export type AuditWatch = {
  /** begins: verifies the whole chain now and every day, and new entries at intervals */
  start(): void
  /** verifies new entries now */
  check(): Promise<void>
  /** verifies the whole chain; concurrent callers share one run */
  verify(): Promise<AuditReport>
  /** stops, and resolves when all reading has ended */
  close(): Promise<void>
}

/** Dependencies of the watch. */
export type AuditWatchParts = {
  db: Database
  keys: AuditKeys
  log: Logger
  metrics?: ServiceMetrics
  /** called when the alarm was raised */
  onAlarm?: () => void
  /** time between two checks, in milliseconds */
  intervalMs?: number
  /** time between two verifications of the whole chain, in milliseconds */
  wholeIntervalMs?: number
}

const INTERVAL_MS = 60_000
const DAY_MS = 86_400_000
/** Pause between pages of old entries while no caller waits for the report, in milliseconds. */
const PAUSE_MS = 50
/** Number of hexadecimal digits of a hash in its metric, whose number is exact only up to this length. */
const SHOWN_DIGITS = 13

/** Creates the watch of a process. */
export function createAuditWatch(parts: AuditWatchParts): AuditWatch {
  const watch = new ChainWatch(parts)
  return {
    start: () => watch.start(),
    check: () => watch.check(),
    verify: () => watch.verify(),
    close: () => watch.close(),
  }
}

class ChainWatch {
  private readonly parts: AuditWatchParts
  private readonly closing = new AbortController()
  private readonly timers: NodeJS.Timeout[] = []
  private report: AuditReport | undefined
  private known: ChainLink | undefined
  private checking: Promise<void> | undefined
  private verifying: Promise<AuditReport> | undefined
  private isBroken = false

  constructor(parts: AuditWatchParts) {
    this.parts = parts
    const { metrics } = parts
    metrics?.gauge(
      'wardtrack_audit_head_number',
      'Number of the newest audit entry',
      () => this.known?._id ?? 0,
    )
    metrics?.gauge('wardtrack_audit_head_hash', `First ${SHOWN_DIGITS} digits of its hash, as a number`, () =>
      Number.parseInt(this.known?.hash.slice(0, SHOWN_DIGITS) ?? '0', 16),
    )
    metrics?.gauge('wardtrack_audit_broken', 'Whether the chain of the audit log is broken', () =>
      this.isBroken ? 1 : 0,
    )
  }

  start(): void {
    void this.check()
    const { intervalMs = INTERVAL_MS, wholeIntervalMs = DAY_MS } = this.parts
    this.timers.push(setInterval(() => void this.check(), intervalMs))
    this.timers.push(setInterval(() => void this.verifyUnasked(), wholeIntervalMs))
    for (const timer of this.timers) timer.unref()
  }

  check(): Promise<void> {
    this.checking ??= this.followNew()
      .catch((error: unknown) => this.parts.log.warn({ err: error }, 'the audit log could not be followed'))
      .finally(() => {
        this.checking = undefined
      })
    return this.checking
  }

  verify(pauseMs = 0): Promise<AuditReport> {
    const { db, keys } = this.parts
    const { signal } = this.closing
    this.verifying ??= verifyAuditLog(db, keys, { known: this.known, pauseMs, signal })
      .then(async (report) => {
        await this.keepWhole(report)
        return report
      })
      .finally(() => {
        this.verifying = undefined
      })
    return this.verifying
  }

  async close(): Promise<void> {
    this.closing.abort()
    for (const timer of this.timers) clearInterval(timer)
    await Promise.allSettled([this.checking, this.verifying])
  }

  /**
   * Verifies new entries. A broken chain is not verified beyond its fault: the alarm stays until the process
   * restarts.
   */
  private async followNew(): Promise<void> {
    if (this.isBroken || this.closing.signal.aborted) return
    const { db, keys, log } = this.parts
    const report = await verifyAuditLog(db, keys, {
      ...(this.report ? { after: this.report } : {}),
      pauseMs: PAUSE_MS,
      signal: this.closing.signal,
    })
    if (this.report) await this.raiseAlarm(report)
    else await this.keepWhole(report)
    this.report = report
    const { head } = report
    if (report.broken || !head || head.number === this.known?._id) return
    this.known = { _id: head.number, hash: head.hash }
    log.info({ audit: { number: head.number, hash: head.hash, time: head.time } }, 'head of the audit log')
  }

  /** Verifies the whole chain once a day, while no caller waits for the result. */
  private async verifyUnasked(): Promise<void> {
    await this.verify(PAUSE_MS).catch((error: unknown) =>
      this.parts.log.warn({ err: error }, 'the audit log could not be verified'),
    )
  }

  /** Stores the result of a whole verification for every process, and for the time after a restart. */
  private async keepWhole(report: AuditReport): Promise<void> {
    if (this.closing.signal.aborted) return
    await storeVerification(this.parts.db, report)
    await this.raiseAlarm(report)
  }

  private async raiseAlarm({ broken }: AuditReport): Promise<void> {
    if (!broken) return
    const { db, log, onAlarm } = this.parts
    if (!this.isBroken) log.fatal({ audit: broken }, 'ALARM: the chain of the audit log is broken')
    this.isBroken = true
    if (await storeAlarm(db, broken)) onAlarm?.()
  }
}
