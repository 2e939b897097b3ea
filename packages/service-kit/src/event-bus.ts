import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Topic raised in a process whose link to the others was broken and is back. */
export const BUS_GAP = 'bus.gap'

/** Topics of every bus beside those of its users. */
type ReservedTopics = { [BUS_GAP]: Record<string, never> }

/** Payloads by topic: those of the users, and the reserved ones. */
type Payloads<Topics> = Topics & ReservedTopics

/** The topic of a bus with these topics. */
type TopicOf<Topics> = keyof Payloads<Topics> & string

/**
 * Events between the parts of one process and, with Redis, between processes. Delivery is at most once: what must not
 * be lost is in the store, and the reserved topic `bus.gap` tells when something may have been missed. Payloads are
 * typed by their topic.
 */
export type EventBus<Topics> = {
  /** hands the payload to this process's listeners at once and to other processes as JSON */
  publish<T extends TopicOf<Topics>>(topic: T, payload: Payloads<Topics>[T]): void
  /** listens to a topic; returns unsubscribe */
  subscribe<T extends TopicOf<Topics>>(topic: T, listener: (payload: Payloads<Topics>[T]) => void): () => void
  /** whether it is made to reach other processes: with Redis */
  readonly acrossProcesses: boolean
  /** whether other processes are reached now; always true without Redis */
  connected(): boolean
  close(): Promise<void>
}

/** A bus without its types, as it is made: the topic map exists for the compiler alone. */
type UntypedBus = {
  publish(topic: string, payload: unknown): void
  subscribe(topic: string, listener: Listener): () => void
}

type Listener = (payload: never) => void

const CHANNEL = 'wardtrack:bus'

/** Creates the bus of a process. @param options without `redisUrl` it stays within the process */
export function createEventBus<Topics>(options: { redisUrl?: string; log: Logger }): EventBus<Topics> {
  const local = localBus(options.log)
  const bus = options.redisUrl
    ? overRedis(local, options.redisUrl, options.log)
    : { ...local, acrossProcesses: false, connected: () => true, close: async () => {} }
  return bus as EventBus<Topics>
}

function localBus(log: Logger): UntypedBus {
  const topics = new Map<string, Set<Listener>>()
  return {
    publish: (topic, payload) => {
      for (const listener of topics.get(topic) ?? []) {
        try {
          listener(payload as never)
        } catch (error) {
          log.error({ err: error, topic }, 'a listener failed')
        }
      }
    },
    subscribe: (topic, listener) => {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => listeners.delete(listener)
    },
  }
}

function overRedis(local: UntypedBus, url: string, log: Logger) {
  const origin = randomUUID()
  const sender = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    commandTimeout: 500,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  })
  const reader = new Redis(url, {
    maxRetriesPerRequest: null,
    connectTimeout: 1000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  })
  let missed = false
  let unsent = false
  let subscribed = false
  const onLinkError = (error: Error): void => {
    if (!missed) log.warn({ err: error }, 'redis is out of reach: events stay within this process')
    missed = true
  }
  // What could not be handed over is gone for the others: they are told that they missed something.
  const publishPendingGap = (): void => {
    if (!unsent || sender.status !== 'ready') return
    unsent = false
    sender.publish(CHANNEL, JSON.stringify({ origin, topic: BUS_GAP, payload: {} })).catch(() => {
      unsent = true
    })
  }
  sender.on('error', onLinkError)
  sender.on('ready', publishPendingGap)
  reader.on('error', onLinkError)
  reader.on('close', () => {
    subscribed = false
    missed = true
  })
  reader.on('ready', () => {
    reader.subscribe(CHANNEL).then(
      () => {
        subscribed = true
        if (missed) local.publish(BUS_GAP, {})
        missed = false
      },
      (error: Error) => onLinkError(error),
    )
  })
  reader.on('message', (_channel, message) => receive(local, origin, message, log))
  return {
    acrossProcesses: true,
    subscribe: local.subscribe,
    publish: (topic: string, payload: unknown) => {
      local.publish(topic, payload)
      publishPendingGap()
      sender.publish(CHANNEL, JSON.stringify({ origin, topic, payload })).catch((error: Error) => {
        if (!unsent) log.warn({ err: error, topic }, 'an event did not reach the other processes')
        unsent = true
      })
    },
    connected: () => subscribed && sender.status === 'ready',
    close: async () => {
      sender.disconnect()
      reader.disconnect()
    },
  }
}

function receive(local: UntypedBus, origin: string, message: string, log: Logger): void {
  try {
    const event = JSON.parse(message) as { origin: string; topic: string; payload: unknown }
    if (event.origin !== origin) local.publish(event.topic, event.payload)
  } catch (error) {
    log.warn({ err: error }, 'a message of another process was not readable')
  }
}
