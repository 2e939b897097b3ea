import { auditAgeMs, pruneAuditLog, type ServiceParts } from '@wardtrack/access'
import { trusted } from '@wardtrack/database'
import { PRUNABLE, type Prunable, prunableModel, pruneLogs, rowsBetween } from './prunable.ts'
import { cutOff, type Retention } from './retention.ts'

/** Deletes data older than the retention time; the audit log has its own pruning. */
export type Pruner = {
  /** deletes expired data now; resolves with the number of deleted documents */
  prune(): Promise<number>
  close(): Promise<void>
}

type PrunerParts = Pick<ServiceParts, 'db' | 'bus' | 'clock' | 'log' | 'limits' | 'filesDir'>

const INTERVAL_MS = 3_600_000
/** Documents in one delete: few enough that other writers never wait long. */
const PAGE = 1_000

/**
 * Creates the pruner of a process. It prunes histories, refused items, resolved alerts and old log files, every hour
 * and immediately after a change of the settings. Several processes may prune at the same time. Age is measured by
 * confirmed time, so that a clock set ahead deletes nothing.
 */
export function createPruner(
  { db, bus, clock, log, limits, filesDir }: PrunerParts,
  retention: Retention,
): Pruner {
  let isClosed = false
  let work: Promise<unknown> | undefined
  let isAskedAgain = false

  const pruneCollection = async (prunable: Prunable, before: Date): Promise<number> => {
    const model = prunableModel(db, prunable)
    let removed = 0
    while (!isClosed) {
      const old = await model.find(rowsBetween(prunable, { before })).select({ _id: 1 }).limit(PAGE)
      if (old.length === 0) break
      removed += (await model.deleteMany({ _id: trusted({ $in: old.map(({ _id }) => _id) }) })).deletedCount
    }
    return removed
  }
  const pruneAudit = async (): Promise<number> => {
    const ageMs = await auditAgeMs(db, limits)
    return pruneAuditLog(db, new Date(clock.confirmedNow() - ageMs), () => isClosed)
  }
  const prune = async (): Promise<number> => {
    const days = await retention.days()
    const now = clock.confirmedNow()
    let removed = 0
    for (const prunable of PRUNABLE)
      removed += await pruneCollection(prunable, cutOff(now, days[prunable.retention]))
    removed += await pruneLogs(filesDir, cutOff(now, days.logDays))
    removed += await pruneAudit()
    if (removed > 0) log.info({ removed }, 'what was older than the retention time was removed')
    return removed
  }
  const start = (): void => {
    if (work) {
      isAskedAgain = true
      return
    }
    work = prune()
      .catch((error: unknown) => log.warn({ err: error }, 'old history is removed later'))
      .finally(() => {
        work = undefined
        if (isAskedAgain && !isClosed) start()
      })
    isAskedAgain = false
  }
  const timer = setInterval(start, INTERVAL_MS)
  timer.unref()
  const unsubscribe = bus.subscribe('config.changed', ({ what }) => {
    if (what === 'settings') start()
  })
  return {
    prune,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      unsubscribe()
      await work
    },
  }
}
