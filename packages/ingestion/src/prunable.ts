import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RetentionDays, RetentionMember, RetentionPreview } from '@wardtrack/contracts'
import { type Database, summaryId, trusted } from '@wardtrack/database'
import { cutOff } from './retention.ts'

/**
 * A collection whose rows are deleted by age: the member that tells it, which has an index, and the setting. `kind`: what
 * its rows are counted as; absent for what is derived from others.
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
  /** its `_id` begins with a moment that is never behind the time of `timeMember`, which needs no index then */
  hasTimedId?: true
  /** its rows go by whole days (UTC): what follows in a day is told by the rows at its beginning */
  wholeDays?: true
}

const DAY_MS = 86_400_000

/** What is deleted by age, but for the audit log, which has a retention of its own. */
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
  // What still lasts has no end, and stays.
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
  // An alert that nobody has closed stays, however old it is.
  { kind: 'alerts', collection: 'geofenceAlerts', timeMember: 'resolved.at', retention: 'alertDays' },
  { kind: 'alerts', collection: 'notifications', timeMember: 'createdAt', retention: 'alertDays' },
  { collection: 'ruleFirings', timeMember: 'createdAt', retention: 'alertDays' },
]

/** The model of a prunable collection: they have nothing but their text `_id` in common. */
export const prunableModel = (db: Database, { collection }: Prunable): Database['models']['deadLetters'] =>
  db.models[collection] as unknown as Database['models']['deadLetters']

/** The query of rows whose time lies in a range; either end may be left open. */
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

/** How many rows and files a retention would delete now. @param now confirmed time, milliseconds */
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

/** Log files that were turned over: `{date}-{time}-{number}-{service}.log`. The present ones are written to. */
const ROTATED_LOG = /^\d{8}-\d{4}-\d{2,}-[\w-]+\.log$/

/** Files of the logs that were turned over before a time. */
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

/** Deletes the files of the logs that were turned over before a time; resolves with how many went. */
export async function pruneLogs(filesDir: string, before: Date): Promise<number> {
  const files = await rotatedLogs(filesDir, before)
  for (const file of files) await rm(file, { force: true })
  return files.length
}
