import type { Logger } from 'pino'
import { type BUS_GAP, createLocalBus } from './local-bus.ts'
import type { ServiceMetrics } from './metrics.ts'
import { connectToRedis, type RedisOptions } from './redis-bus.ts'
import { connectThroughStore, type StoreBusOptions } from './store-bus.ts'

/** Topics of every bus in addition to those of its users. */
type ReservedTopics = { [gap in typeof BUS_GAP]: Record<string, never> }

/** Payloads by topic: those of the users, and the reserved ones. */
type Payloads<Topics> = Topics & ReservedTopics

/** The topic of a bus with these topics. */
type TopicOf<Topics> = keyof Payloads<Topics> & string

/**
 * Events between the parts of one process and, over Redis or through the store, between processes. Delivery is at
 * most once, so the store holds everything that must not be lost. The reserved topic `bus.gap` reports that events
 * may have been missed. The topic determines the payload's type.
 */
export type EventBus<Topics> = {
  /** delivers the payload to this process's listeners immediately and to other processes as JSON */
  publish<T extends TopicOf<Topics>>(topic: T, payload: Payloads<Topics>[T]): void
  /** listens to a topic; returns unsubscribe */
  subscribe<T extends TopicOf<Topics>>(topic: T, listener: (payload: Payloads<Topics>[T]) => void): () => void
  /** true when the bus reports every change of other processes immediately, or reports that it cannot: over Redis */
  readonly acrossProcesses: boolean
  /** true while other processes are reached; always true without Redis */
  connected(): boolean
  close(): Promise<void>
}

/** Options of a bus; without `redis` and `store` it stays within the process. */
export type BusOptions = {
  log: Logger
  redis?: RedisOptions
  store?: StoreBusOptions
  metrics?: ServiceMetrics
}

/** Creates the bus of a process. */
export function createEventBus<Topics>({ log, redis, store, metrics }: BusOptions): EventBus<Topics> {
  const local = createLocalBus(log)
  const parts = { log, ...(metrics ? { metrics } : {}) }
  if (redis) return connectToRedis(local, { ...redis, ...parts }) as EventBus<Topics>
  if (store) return connectThroughStore(local, { ...store, ...parts }) as EventBus<Topics>
  const bus = { ...local, acrossProcesses: false, connected: () => true, close: async () => {} }
  return bus as EventBus<Topics>
}
