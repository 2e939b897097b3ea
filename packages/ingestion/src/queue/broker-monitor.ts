import type { KafkaConnection } from '@wardtrack/kafka'
import type { Logger } from '@wardtrack/service-kit'

/** Whether the brokers can be reached from this process. */
export type BrokerMonitor = {
  isReachable(): boolean
  /** somebody could not reach them: they are out of reach until they have answered again */
  noteFailure(): void
  /** resolves when it is known for the first time whether they can be reached */
  ready(): Promise<void>
  /** resolves when they are out of reach; at once when they are now */
  lost(): Promise<void>
  /** hears of every change */
  onChange(listener: () => void): void
  close(): void
}

/** Between two looks, in milliseconds: while they answer, and while they do not. */
const LOOK_MS = { reachable: 5_000, away: 500 } as const
/** Answers in a row that brokers have to give before they are used again: one that starts answers some calls sooner. */
const ANSWERS_NEEDED = 2

/** Looks after the brokers from now on. */
export function createBrokerMonitor(kafka: Pick<KafkaConnection, 'ping'>, log: Logger): BrokerMonitor {
  const listeners: (() => void)[] = []
  const lostWaiters = new Set<() => void>()
  let isReachable = false
  // The first look decides by itself.
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
