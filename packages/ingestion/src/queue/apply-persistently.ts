import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull, type Logger } from '@wardtrack/service-kit'
import type { QueuedEvent } from './queued-event.ts'

/** What storing events that were read needs. */
export type ApplyOptions = {
  /** stores events durably; safe to repeat */
  apply(events: readonly QueuedEvent[]): Promise<void>
  /** whether the store answers: then the fault lies with the events */
  isStoreWell(): Promise<boolean>
  /** keeps an event that cannot be stored for people to look at */
  giveUp(event: QueuedEvent): Promise<void>
  log: Logger
  /** attempts before events are looked at one by one, and before one is given up, by tests */
  attempts?: Partial<Record<keyof typeof ATTEMPTS, number>>
}

const ATTEMPTS = { together: 3, alone: 4 } as const
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 2_000

/**
 * Stores events, however long the store is away. Events that cannot be stored while the store is well do not hold up the
 * others: they are found by storing each by itself, and are given up.
 * @throws when told to stop
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
      // A full disk and a store that is away are nobody's fault, and pass.
      if (!isDiskFull(error) && (await isStoreWell())) failures += 1
      if (failures >= limit) {
        if (events.length > 1) break
        const [event] = events
        if (event) await giveUp(event)
        log.error({ err: error }, 'an event of the brokers could not be stored and is a dead letter now')
        return
      }
    }
    await sleep(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), undefined, { signal })
  }
  for (const event of events) await applyPersistently([event], options, signal)
}
