import type { ServiceParts } from '@wardtrack/access'
import { MISSING_REPORTS, type NotificationDoc, Types, trusted } from '@wardtrack/database'
import type { FiredEntry } from './fired-entry.ts'

/** Id of the notification for something that fired: a separate or a grouped one, or empty for none. */
export type Target = string

/** Number of separate notifications of one rule within {@link STORM_MS}; further ones are grouped. */
const STORM_SIZE = 5
/** Milliseconds of a storm, within which notifications are grouped. */
export const STORM_MS = 60_000
/** Maximum number of assets in a grouped notification; more need another one. */
const MAX_GATHERED = 1_000
/** Minutes within which repeated missing reports are notified once, because several people look for the same pump. */
const MISSING_PAUSE_MINUTES = 15
const NONE: Target = ''

type Db = ServiceParts['db']

/**
 * Decides the notification of each entry that fired. An asset notified within the rule's pause gets none. When a rule
 * fires for many assets together, those beyond the first few are grouped.
 */
export async function decideTargets(db: Db, entries: readonly FiredEntry[]): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>()
  const pauses = await readPauses(db, entries)
  const byRule = new Map<string, FiredEntry[]>()
  for (const entry of entries)
    byRule.set(entry.pending.rule, [...(byRule.get(entry.pending.rule) ?? []), entry])
  for (const [rule, fired] of byRule) {
    const unpaused = await withoutPaused(db, fired, pauses.get(rule) ?? 0)
    for (const { pending } of fired) targets.set(pending.id, NONE)
    for (const [id, target] of await assign(db, rule, unpaused)) targets.set(id, target)
  }
  return targets
}

/** Reads the minutes between two notifications of an asset, by rule. */
async function readPauses(db: Db, entries: readonly FiredEntry[]): Promise<Map<string, number>> {
  const ids = entries.flatMap(({ pending }) => (pending.kind === 'rule' ? [pending.rule] : []))
  const pauses = new Map([[MISSING_REPORTS, MISSING_PAUSE_MINUTES]])
  if (ids.length === 0) return pauses
  const rules = await db.models.notificationRules.find({
    _id: trusted({ $in: [...new Set(ids)].map((id) => new Types.ObjectId(id)) }),
  })
  for (const { _id, MinutesBetween } of rules) pauses.set(_id.toHexString(), MinutesBetween)
  return pauses
}

async function withoutPaused(
  db: Db,
  fired: readonly FiredEntry[],
  minutes: number,
): Promise<readonly FiredEntry[]> {
  const rule = fired[0]?.pending.rule
  if (minutes === 0 || rule === undefined) return fired
  const since = new Date(Date.now() - minutes * 60_000)
  const recent = await db.models.notifications.find({
    rule,
    createdAt: trusted({ $gte: new Date(since.getTime() - STORM_MS) }),
    'entries.asset': trusted({ $in: fired.map(({ asset }) => asset._id) }),
  })
  const notifiedAssets = new Set(
    recent.flatMap((doc) =>
      doc.entries.flatMap((entry) => (entry.at >= since ? [entry.asset.toHexString()] : [])),
    ),
  )
  return fired.filter(({ asset }) => {
    const key = asset._id.toHexString()
    if (notifiedAssets.has(key)) return false
    notifiedAssets.add(key)
    return true
  })
}

/** Assigns separate notifications, or one grouped notification when there are many entries. */
async function assign(
  db: Db,
  rule: string,
  fired: readonly FiredEntry[],
): Promise<(readonly [string, Target])[]> {
  const since = new Date(Date.now() - STORM_MS)
  const recent = await db.models.notifications
    .find({ rule, createdAt: trusted({ $gte: since }) })
    .sort({ createdAt: -1, _id: -1 })
    .limit(STORM_SIZE)
  const storm = recent.find(isOpenStorm)
  if (!storm && recent.length + fired.length <= STORM_SIZE)
    return fired.map(({ pending }) => [pending.id, pending.id])
  const assigned: (readonly [string, Target])[] = []
  let target = storm?._id
  let room = storm ? MAX_GATHERED - storm.entries.length : 0
  for (const { pending } of fired) {
    if (target === undefined || room <= 0) {
      target = `storm-${pending.id}`
      room = MAX_GATHERED
    }
    assigned.push([pending.id, target])
    room -= 1
  }
  return assigned
}

const isOpenStorm = ({ storm, entries }: NotificationDoc): boolean =>
  storm === true && entries.length < MAX_GATHERED
