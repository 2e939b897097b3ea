import { auditAgeMs, pruneAuditLog, type ServiceParts } from '@wardtrack/access'
import { type Database, trusted } from '@wardtrack/database'
import type { Retention } from './retention.ts'

/** Removes what is older than the retention time; the audit log has one of its own. */
export type Pruner = {
  /** removes what is too old now; resolves with how many documents went */
  prune(): Promise<number>
  close(): Promise<void>
}

const INTERVAL_MS = 3_600_000
/** Documents of one delete: short enough that the writes of others never wait long. */
const PAGE = 1_000

/**
 * Makes the pruner of a process: histories, refused items and alerts that were resolved, every hour. Several processes
 * may do it at once. Age is measured by confirmed time: a clock that is set on deletes nothing.
 */
export function createPruner(
  { db, clock, log, limits }: Pick<ServiceParts, 'db' | 'clock' | 'log' | 'limits'>,
  retention: Retention,
): Pruner {
  let isClosed = false
  let work: Promise<unknown> | undefined

  const pruneCollection = async (
    collection: keyof Prunable,
    member: string,
    before: Date,
  ): Promise<number> => {
    // These collections have nothing but their text `_id` in common.
    const model = db.models[collection] as unknown as Database['models']['deadLetters']
    let removed = 0
    while (!isClosed) {
      const old = await model
        .find<{ _id: string }>({ [member]: trusted({ $lt: before }) })
        .select({ _id: 1 })
        .limit(PAGE)
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
    const before = new Date(await retention.oldest(clock.confirmedNow()))
    let removed = 0
    for (const [collection, member] of PRUNED) removed += await pruneCollection(collection, member, before)
    removed += await pruneAudit()
    if (removed > 0) log.info({ removed }, 'what was older than the retention time was removed')
    return removed
  }
  const timer = setInterval(() => {
    work ??= prune()
      .catch((error: unknown) => log.warn({ err: error }, 'old history is removed later'))
      .finally(() => {
        work = undefined
      })
  }, INTERVAL_MS)
  timer.unref()
  return {
    prune,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await work
    },
  }
}

type Prunable = Pick<
  Database['models'],
  'locationHistory' | 'statusHistory' | 'deadLetters' | 'deadLetterSources' | 'geofenceAlerts'
>

/** Each has an index on the member. */
const PRUNED: readonly [keyof Prunable, string][] = [
  ['locationHistory', 'time'],
  ['statusHistory', 'time'],
  ['deadLetters', 'receivedAt'],
  ['deadLetterSources', 'receivedAt'],
  // An alert that nobody has closed stays, however old it is.
  ['geofenceAlerts', 'resolved.at'],
]
