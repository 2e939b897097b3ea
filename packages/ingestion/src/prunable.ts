import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RetentionDays, RetentionMember, RetentionPreview } from '@wardtrack/contracts'
import { type Database, summaryId, trusted } from '@wardtrack/database'
import { cutOff } from './retention.ts'

/**
 * A collection whose rows are deleted by age: its indexed time member and its setting. Member `kind` names the count
 * of its rows, and is absent for derived collections.
 */
export type Prunable = {
  kind?: Exclude<keyof RetentionPreview, 'logs'>
  collection:
    | 'locationHistory'
    | 'statusHistory'
    | 'stateSnapshots'
    | 'usageDays'
    | 'moveSpans'
    | 'deadLetters'
    | 'deadLetterSources'
    | 'geofenceAlerts'
    | 'notifications'
    | 'visits'
    | 'stateStretches'
    | 'deviceAlarms'
    | 'ruleFirings'
  timeMember: string
  retention: RetentionMember
  /** true when `_id` begins with a time that is never later than `timeMember`, so that no index is needed */
  hasTimedId?: true
  /** true when whole days (UTC) are deleted: later rows of a day depend on the rows at its beginning */
  wholeDays?: true
}

const DAY_MS = 86_400_000

/** Collections that are pruned by age, except the audit log, which has its own retention. */
export const PRUNABLE: readonly Prunable[] = [
  { kind: 'locationHistory', collection: 'locationHistory', timeMember: 'time', retention: 'historyDays' },
  { kind: 'statusHistory', collection: 'statusHistory', timeMember: 'time', retention: 'historyDays' },
  { collection: 'stateSnapshots', timeMember: 'from', retention: 'historyDays', wholeDays: true },
  { collection: 'usageDays', timeMember: 'from', retention: 'historyDays', wholeDays: true },
  { collection: 'moveSpans', timeMember: 'from', retention: 'historyDays' },
  { kind: 'deadLetters', collection: 'deadLetters', timeMember: 'receivedAt', retention: 'deadLetterDays' },
  {
    kind: 'deadLetters',
    collection: 'deadLetterSources',
    timeMember: 'receivedAt',
    retention: 'deadLetterDays',
  },
  // Visits and states that still last have no end, and stay.
  {
    kind: 'locationHistory',
    collection: 'visits',
    timeMember: 'to',
    retention: 'historyDays',
    hasTimedId: true,
  },
  {
    kind: 'statusHistory',
    collection: 'stateStretches',
    timeMember: 'to',
    retention: 'historyDays',
    hasTimedId: true,
  },
  { kind: 'statusHistory', collection: 'deviceAlarms', timeMember: 'time', retention: 'historyDays' },
  // An open alert stays, however old it is.
  { kind: 'alerts', collection: 'geofenceAlerts', timeMember: 'resolved.at', retention: 'alertDays' },
  { kind: 'alerts', collection: 'notifications', timeMember: 'createdAt', retention: 'alertDays' },
  { collection: 'ruleFirings', timeMember: 'createdAt', retention: 'alertDays' },
]

/** Returns the model of a prunable collection: they have only their text `_id` in common. */
export const prunableModel = (db: Database, { collection }: Prunable): Database['models']['deadLetters'] =>
  db.models[collection] as unknown as Database['models']['deadLetters']

/** Returns the query of rows in a time range; either end may be open. */
export const rowsBetween = (
  { timeMember, hasTimedId, wholeDays }: Prunable,
  { from, before }: { from?: Date; before?: Date },
): Record<string, unknown> => {
  const end = before && wholeDays ? new Date(before.getTime() - (before.getTime() % DAY_MS)) : before
  return {
    ...(hasTimedId && end ? { _id: trusted({ $lt: summaryId(end) }) } : {}),
    [timeMember]: trusted({ ...(from ? { $gte: from } : {}), ...(end ? { $lt: end } : {}) }),
  }
}

/** Counts the rows and files that a retention would delete now. @param now confirmed time, milliseconds */
export async function countPrunable(
  { db, filesDir }: { db: Database; filesDir: string },
  days: RetentionDays,
  now: number,
): Promise<RetentionPreview> {
  const counts = { locationHistory: 0, statusHistory: 0, alerts: 0, deadLetters: 0 }
  for (const prunable of PRUNABLE) {
    if (!prunable.kind) continue
    const rows = rowsBetween(prunable, { before: cutOff(now, days[prunable.retention]) })
    counts[prunable.kind] += await prunableModel(db, prunable).countDocuments(rows)
  }
  const logs = (await rotatedLogs(filesDir, cutOff(now, days.logDays))).length
  return { ...counts, logs }
}

/** Names of rotated log files: `{date}-{time}-{number}-{service}.log`. The current files are still written to. */
const ROTATED_LOG = /^\d{8}-\d{4}-\d{2,}-[\w-]+\.log$/

/** Finds the log files that were rotated before a time. */
async function rotatedLogs(filesDir: string, before: Date): Promise<string[]> {
  const dir = join(filesDir, 'logs')
  const names = (await readdir(dir).catch(() => [])).filter((name) => ROTATED_LOG.test(name))
  const found = await Promise.all(
    names.map(async (name) => {
      const file = join(dir, name)
      const fileStats = await stat(file).catch(() => undefined)
      return fileStats && fileStats.mtime < before ? [file] : []
    }),
  )
  return found.flat()
}

/** Deletes the log files that were rotated before a time; resolves with their number. */
export async function pruneLogs(filesDir: string, before: Date): Promise<number> {
  const files = await rotatedLogs(filesDir, before)
  for (const file of files) await rm(file, { force: true })
  return files.length
}
