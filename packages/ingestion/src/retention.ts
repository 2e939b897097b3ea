import { type Database, settingId } from '@wardtrack/database'
import type { EventBus } from '@wardtrack/service-kit'

/** How long history is kept. */
export type Retention = {
  /** oldest time that is taken */
  oldest(now: number): Promise<number>
  close(): void
}

const DEFAULT_DAYS = 90
const DAY_MS = 86_400_000
const CACHE_MS = 2_000

/** Reads setting Retention/Retention `historyDays` (1..3650, 90 when absent). */
export function createRetention(db: Database, bus: EventBus): Retention {
  let known: { days: Promise<number>; until: number } | undefined
  const forget = bus.subscribe('config.changed', () => {
    known = undefined
  })
  const load = async (): Promise<number> => {
    const setting = await db.settings.findOne({ _id: settingId('Retention', 'Retention') })
    const days = Number(setting?.Fields['historyDays'] ?? DEFAULT_DAYS)
    return Number.isInteger(days) && days >= 1 && days <= 3650 ? days : DEFAULT_DAYS
  }
  return {
    oldest: async (now) => {
      if (!known || known.until <= now) known = { days: load(), until: now + CACHE_MS }
      const reading = known
      try {
        return now - (await reading.days) * DAY_MS
      } catch (error) {
        if (known === reading) known = undefined
        throw error
      }
    },
    close: forget,
  }
}
