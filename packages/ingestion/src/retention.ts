import type { ServiceParts } from '@wardtrack/access'
import {
  DEFAULT_HISTORY_DAYS,
  MAX_RETENTION_DAYS,
  RETENTION_MEMBERS,
  type RetentionDays,
} from '@wardtrack/contracts'
import { type Database, settingId } from '@wardtrack/database'
import { cachedValue } from '@wardtrack/service-kit'

/** Retention times of history, alerts, refused items and logs. */
export type Retention = {
  /** oldest accepted time of history; synchronous when the setting is cached */
  oldest(now: number): Promise<number> | number
  days(): Promise<RetentionDays>
  close(): void
}

const DAY_MS = 86_400_000

/**
 * Returns the time before which rows with a retention in days are too old.
 * @param now confirmed time, milliseconds
 */
export const cutOff = (now: number, days: number): Date => new Date(now - days * DAY_MS)

/** Creates the reader of the setting Retention/Retention. */
export function createRetention(parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'>): Retention {
  const days = cachedValue(parts, {
    load: () => readRetentionDays(parts.db),
    invalidateOn: { 'config.changed': ({ what }) => what === 'settings' },
  })
  const oldest = (now: number, { historyDays }: RetentionDays): number => cutOff(now, historyDays).getTime()
  return {
    oldest: (now) => {
      const current = days.current()
      return current === undefined ? days.read().then((read) => oldest(now, read)) : oldest(now, current)
    },
    days: days.read,
    close: days.close,
  }
}

/** Reads the stored retention: 90 days for history by default, and for the others the same as for history. */
export async function readRetentionDays(db: Database): Promise<RetentionDays> {
  const setting = await db.models.settings.findOne({ _id: settingId('Retention', 'Retention') })
  const daysOf = (member: string, fallback: number): number => {
    const days = Number(setting?.Fields[member] ?? fallback)
    return Number.isInteger(days) && days >= 1 && days <= MAX_RETENTION_DAYS ? days : fallback
  }
  const history = daysOf('historyDays', DEFAULT_HISTORY_DAYS)
  return Object.fromEntries(
    RETENTION_MEMBERS.map((member) => [member, daysOf(member, history)]),
  ) as RetentionDays
}
