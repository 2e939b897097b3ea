import type { Logger } from 'pino'
import { type DropReason, MessageOrder, readBusMessage } from './bus-message.ts'
import { BUS_GAP, type UntypedBus } from './local-bus.ts'
import type { ServiceMetrics } from './metrics.ts'

/** Gaps that stale messages tell of come no closer than this: clocks that differ would raise one with each. */
const STALE_GAP_MS = 5_000
const DROP_LOG_MS = 60_000

/** What receiving needs: who this process is, and by what key the others are known. */
type ReceiverParts = { key: Buffer; origin: string; log: Logger; metrics?: ServiceMetrics }

/** Takes the messages of the channel: those of other processes go to the local bus, and what is none is dropped. */
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
      // A gap that the sender tells of is the one that its missing numbers told of already.
      if (!reason && !(isGap && message.topic === BUS_GAP)) local.publish(message.topic, message.payload)
    },
    /** a message of this process is on its way back to it */
    expectOwn: (): void => {
      unheard += 1
    },
    /** how many of these did not come back */
    unheard: (): number => unheard,
    /** after an interruption nothing is known of anybody's numbers */
    restart: (): void => {
      unheard = 0
      order.forget()
    },
  }
}

/** Counts what is dropped, and says so in the log at most once a minute for each reason. */
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
