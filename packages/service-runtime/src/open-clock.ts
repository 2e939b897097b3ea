import type { Database } from '@wardtrack/database'
import {
  type Clock,
  type ClockReadings,
  createClock,
  type Health,
  type Logger,
  type ServiceMetrics,
} from '@wardtrack/service-kit'

type Parts = { db: Database; log: Logger; health: Health; metrics: ServiceMetrics }

const ID = 'confirmed-time'
const SAVE_MS = 10 * 60_000

/**
 * Opens the clock of a process. The store keeps the confirmed time, so that the next start notices a wrong clock too.
 * @param readings the machine's clocks; tests replace them
 */
export async function openClock({ db, log, ...observers }: Parts, readings?: ClockReadings): Promise<Clock> {
  const stored = await db.models.system.findOne({ _id: ID })
  const lastConfirmed = stored?.value instanceof Date ? stored.value.getTime() : undefined
  const clock = createClock({ log, ...observers }, { lastConfirmed, ...(readings ? { readings } : {}) })
  const save = async (): Promise<void> => {
    const value = new Date(clock.confirmedNow())
    try {
      await db.models.system.updateOne({ _id: ID }, { $set: { value } }, { upsert: true })
    } catch (error) {
      log.warn({ err: error }, 'the confirmed time is kept later')
    }
  }
  const timer = setInterval(() => void save(), SAVE_MS)
  timer.unref()
  return {
    ...clock,
    close: async () => {
      clearInterval(timer)
      await clock.close()
      await save()
    },
  }
}
