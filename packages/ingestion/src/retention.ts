import type { ServiceParts } from '@wardtrack/access'
import { type Database, settingId } from '@wardtrack/database'
import { cachedValue } from '@wardtrack/service-kit'

/** How long history is kept. */
export type Retention = {
  /** oldest time that is taken; at once when the setting is at hand */
  oldest(now: number): Promise<number> | number
  close(): void
}

const DEFAULT_DAYS = 90
const DAY_MS = 86_400_000

/** Reads setting Retention/Retention `historyDays` (1..3650, 90 when absent). */
export function createRetention(parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'>): Retention {
  const days = cachedValue(parts, {
    load: () => loadDays(parts.db),
    invalidateOn: { 'config.changed': ({ what }) => what === 'settings' },
  })
  return {
    oldest: (now) => {
      const current = days.current()
      return current === undefined ? days.read().then((read) => now - read * DAY_MS) : now - current * DAY_MS
    },
    close: days.close,
  }
}

async function loadDays(db: Database): Promise<number> {
  const setting = await db.models.settings.findOne({ _id: settingId('Retention', 'Retention') })
  const days = Number(setting?.Fields['historyDays'] ?? DEFAULT_DAYS)
  return Number.isInteger(days) && days >= 1 && days <= 3650 ? days : DEFAULT_DAYS
}
