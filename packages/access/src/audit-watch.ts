import type { Database } from '@wardtrack/database'
import type { Logger, ServiceMetrics } from '@wardtrack/service-kit'
import type { AuditKeys, ChainLink } from './audit-chain.ts'
import { type AuditReport, verifyAuditLog } from './verify-audit-log.ts'

/** Follows the audit log while the process runs, and writes its head to where the store's owner cannot change it. */
export type AuditWatch = {
  /** begins: the whole chain is followed once, then what is new, at intervals */
  start(): void
  /** follows what is new now */
  check(): Promise<void>
  /** follows the whole chain, once for all who ask at a time */
  verify(): Promise<AuditReport>
  /** stops, and resolves when nothing is read any more */
  close(): Promise<void>
}

/** What the watch needs. */
export type AuditWatchParts = {
  db: Database
  keys: AuditKeys
  log: Logger
  metrics?: ServiceMetrics
  /** time between two checks, in milliseconds */
  intervalMs?: number
}

const INTERVAL_MS = 60_000
/** Pause between pages of old entries at the start, in milliseconds. */
const PAUSE_MS = 50
/** Hexadecimal digits of a hash that a metric can show as a number without losing any. */
const SHOWN_DIGITS = 13

/** Makes the watch of a process. */
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
  private timer: NodeJS.Timeout | undefined
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
    this.timer = setInterval(() => void this.check(), this.parts.intervalMs ?? INTERVAL_MS)
    this.timer.unref()
  }

  check(): Promise<void> {
    this.checking ??= this.followNew()
      .catch((error: unknown) => this.parts.log.warn({ err: error }, 'the audit log could not be followed'))
      .finally(() => {
        this.checking = undefined
      })
    return this.checking
  }

  verify(): Promise<AuditReport> {
    const { db, keys } = this.parts
    this.verifying ??= verifyAuditLog(db, keys, { known: this.known, signal: this.closing.signal })
      .then((report) => {
        this.raiseAlarm(report)
        return report
      })
      .finally(() => {
        this.verifying = undefined
      })
    return this.verifying
  }

  async close(): Promise<void> {
    this.closing.abort()
    clearInterval(this.timer)
    await Promise.allSettled([this.checking, this.verifying])
  }

  /** A chain that was found broken is not followed beyond: its alarm stays until the process is started anew. */
  private async followNew(): Promise<void> {
    if (this.isBroken || this.closing.signal.aborted) return
    const { db, keys, log } = this.parts
    const report = await verifyAuditLog(db, keys, {
      ...(this.report ? { after: this.report } : {}),
      pauseMs: PAUSE_MS,
      signal: this.closing.signal,
    })
    this.report = report
    this.raiseAlarm(report)
    const { head } = report
    if (report.broken || !head || head.number === this.known?._id) return
    this.known = { _id: head.number, hash: head.hash }
    log.info({ audit: { number: head.number, hash: head.hash, time: head.time } }, 'head of the audit log')
  }

  private raiseAlarm({ broken }: AuditReport): void {
    if (!broken || this.isBroken) return
    this.isBroken = true
    this.parts.log.fatal({ audit: broken }, 'ALARM: the chain of the audit log is broken')
  }
}
