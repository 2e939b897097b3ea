import { type Database, settingId } from '@wardtrack/database'
import type { EventBus } from '@wardtrack/service-kit'

/** How long history is kept. */
export type Retention = {
  /** oldest time that is taken; at once when the setting was read a moment ago */
  oldest(now: number): Promise<number> | number
  close(): void
}

const DEFAULT_DAYS = 90
const DAY_MS = 86_400_000
const CACHE_MS = 10_000

/** Reads setting Retention/Retention `historyDays` (1..3650, 90 when absent). */
export function createRetention(db: Database, bus: EventBus): Retention {
  let known: { days: Promise<number> | number; until: number } | undefined
  const forget = bus.subscribe('config.changed', () => {
    known = undefined
  })
  const load = async (): Promise<number> => {
    const setting = await db.settings.findOne({ _id: settingId('Retention', 'Retention') })
    const days = Number(setting?.Fields['historyDays'] ?? DEFAULT_DAYS)
    return Number.isInteger(days) && days >= 1 && days <= 3650 ? days : DEFAULT_DAYS
  }
  const settle = async (reading: NonNullable<typeof known>, days: Promise<number>, now: number) => {
    try {
      reading.days = await days
      return now - reading.days * DAY_MS
    } catch (error) {
      if (known === reading) known = undefined
      throw error
    }
  }
  return {
    oldest: (now) => {
      if (!known || known.until <= now) known = { days: load(), until: now + CACHE_MS }
      const { days } = known
      return typeof days === 'number' ? now - days * DAY_MS : settle(known, days, now)
    },
    close: forget,
  }
}
