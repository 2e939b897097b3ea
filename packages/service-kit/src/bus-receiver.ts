import type { Logger } from 'pino'
import { type DropReason, MessageOrder, readBusMessage } from './bus-message.ts'
import { BUS_GAP, type UntypedBus } from './local-bus.ts'
import type { ServiceMetrics } from './metrics.ts'

/**
 * Minimum time between gaps that stale messages raise. Otherwise, differing clocks would raise a gap with each
 * message.
 */
const STALE_GAP_MS = 5_000
const DROP_LOG_MS = 60_000

/** Parts of a receiver: the id of this process, and the key that the other processes sign with. */
type ReceiverParts = { key: Buffer; origin: string; log: Logger; metrics?: ServiceMetrics }

/** Receives the channel's messages. It forwards messages of other processes to the local bus and drops invalid ones. */
export function createBusReceiver(local: UntypedBus, parts: ReceiverParts) {
  const order = new MessageOrder()
  const drop = createDropLog(parts)
  let unheard = 0
  let staleGapAt = 0
  const raiseGap = (reason: DropReason | undefined, now: number): void => {
    if (reason === 'stale' && now - staleGapAt < STALE_GAP_MS) return
    if (reason === 'stale') staleGapAt = now
    local.publish(BUS_GAP, {})
  }
  return {
    receive: (written: string): void => {
      const now = Date.now()
      const message = readBusMessage(parts.key, written)
      if (!message) return drop('unsigned')
      if (message.origin === parts.origin) {
        unheard = 0
        return
      }
      const { reason, isGap } = order.check(message, now)
      if (reason) drop(reason)
      if (isGap) raiseGap(reason, now)
      // When the sender reports a gap, its missing numbers have already raised that gap.
      if (!reason && !(isGap && message.topic === BUS_GAP)) local.publish(message.topic, message.payload)
    },
    /** a message of this process is on its way back to it */
    expectOwn: (): void => {
      unheard += 1
    },
    /** number of own messages that did not come back */
    unheard: (): number => unheard,
    /** after an interruption, no known number is valid */
    restart: (): void => {
      unheard = 0
      order.forget()
    },
  }
}

/** Counts dropped messages and logs each reason at most once a minute. */
export function createDropLog({
  log,
  metrics,
}: Pick<ReceiverParts, 'log' | 'metrics'>): (reason: DropReason) => void {
  const loggedAt = new Map<DropReason, number>()
  const counter = metrics?.counter(
    'wardtrack_bus_messages_dropped_total',
    'Messages of other processes that were not believed',
    ['reason'],
  )
  return (reason) => {
    counter?.inc({ reason })
    const now = Date.now()
    if (now - (loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < DROP_LOG_MS) return
    loggedAt.set(reason, now)
    log.warn({ reason }, 'a message of another process was dropped')
  }
}
