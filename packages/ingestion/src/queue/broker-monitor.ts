import type { KafkaConnection } from '@wardtrack/kafka'
import type { Logger } from '@wardtrack/service-kit'

/** Reachability of the brokers from this process. */
export type BrokerMonitor = {
  isReachable(): boolean
  /** reports a failed attempt: the brokers count as unreachable until they answer again */
  noteFailure(): void
  /** resolves when the reachability is known for the first time */
  ready(): Promise<void>
  /** resolves when the brokers are unreachable; immediately if they already are */
  lost(): Promise<void>
  /** calls the listener on every change */
  onChange(listener: () => void): void
  close(): void
}

/** Pause between two checks in milliseconds, while the brokers answer and while they do not. */
const LOOK_MS = { reachable: 5_000, away: 500 } as const
/** Number of consecutive answers before brokers are used again: a starting broker answers some calls too early. */
const ANSWERS_NEEDED = 2

/** Starts to monitor the brokers. */
export function createBrokerMonitor(kafka: Pick<KafkaConnection, 'ping'>, log: Logger): BrokerMonitor {
  const listeners: (() => void)[] = []
  const lostWaiters = new Set<() => void>()
  let isReachable = false
  // The first check decides alone.
  let answers = ANSWERS_NEEDED - 1
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const change = (reachable: boolean): void => {
    if (isReachable === reachable) return
    isReachable = reachable
    log[reachable ? 'info' : 'warn'](reachable ? 'the brokers answer' : 'the brokers are out of reach')
    if (!reachable) {
      for (const resolve of lostWaiters) resolve()
      lostWaiters.clear()
    }
    for (const listener of listeners) listener()
  }
  const look = async (): Promise<void> => {
    try {
      await kafka.ping()
      answers += 1
      if (answers >= ANSWERS_NEEDED) change(true)
    } catch {
      answers = 0
      change(false)
    }
    if (!isClosed)
      timer = setTimeout(() => void look(), isReachable ? LOOK_MS.reachable : LOOK_MS.away).unref()
  }
  const ready = look()
  return {
    ready: () => ready,
    lost: () => (isReachable ? new Promise((resolve) => lostWaiters.add(resolve)) : Promise.resolve()),
    isReachable: () => isReachable,
    noteFailure: () => {
      answers = 0
      const wasReachable = isReachable
      change(false)
      if (!wasReachable || isClosed) return
      clearTimeout(timer)
      timer = setTimeout(() => void look(), LOOK_MS.away).unref()
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
