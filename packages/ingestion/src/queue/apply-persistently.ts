import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull, type Logger } from '@wardtrack/service-kit'
import type { QueuedEvent } from './queued-event.ts'

/** Dependencies of storing events from the brokers. */
export type ApplyOptions = {
  /** stores events durably; safe to repeat */
  apply(events: readonly QueuedEvent[]): Promise<void>
  /** returns true when the store answers: then the events are faulty */
  isStoreWell(): Promise<boolean>
  /** keeps an event that cannot be stored as a dead letter */
  giveUp(event: QueuedEvent): Promise<void>
  log: Logger
  /** attempts before events are stored one by one, and before one is given up; set by tests */
  attempts?: Partial<Record<keyof typeof ATTEMPTS, number>>
}

const ATTEMPTS = { together: 3, alone: 4 } as const
const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 2_000

/**
 * Stores events, however long the store is unreachable. Events that cannot be stored in a working store do not block
 * the others. Storing each event alone finds them, and they are given up.
 * @throws when the signal aborts
 */
export async function applyPersistently(
  events: readonly QueuedEvent[],
  options: ApplyOptions,
  signal: AbortSignal,
): Promise<void> {
  const { apply, isStoreWell, giveUp, log } = options
  const limits = { ...ATTEMPTS, ...options.attempts }
  const limit = events.length === 1 ? limits.alone : limits.together
  for (let failures = 0; ; ) {
    try {
      await apply(events)
      return
    } catch (error) {
      signal.throwIfAborted()
      // A full disk or an unreachable store is not the fault of an event, and passes.
      if (!isDiskFull(error) && (await isStoreWell())) failures += 1
      if (failures >= limit) {
        if (events.length > 1) break
        const [event] = events
        if (event) await giveUp(event)
        log.error({ err: error }, 'an event of the brokers could not be stored and is a dead letter now')
        return
      }
    }
    await sleep(Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS), undefined, { signal })
  }
  for (const event of events) await applyPersistently([event], options, signal)
}
