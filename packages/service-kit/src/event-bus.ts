import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'

type Listener = (payload: never) => void

/**
 * Events between the parts of one process and, with Redis, between processes. Delivery is at most once: what must not
 * be lost is in the store, and the reserved topic `bus.gap` tells when something may have been missed.
 */
export type EventBus = {
  /** hands the payload to this process's listeners at once and to other processes as JSON */
  publish(topic: string, payload: unknown): void
  /** listens to a topic; gives the function that ends it */
  subscribe<T>(topic: string, listener: (payload: T) => void): () => void
  /** whether other processes are reached; always true without Redis */
  connected(): boolean
  close(): Promise<void>
}

/** Topic raised in a process whose link to the others was broken and is back. */
export const BUS_GAP = 'bus.gap'

const CHANNEL = 'wardtrack:bus'

/** Makes the bus of a process. @param options without `redisUrl` it stays within the process */
export function createEventBus(options: { redisUrl?: string; log: Logger }): EventBus {
  const local = localBus(options.log)
  return options.redisUrl
    ? overRedis(local, options.redisUrl, options.log)
    : { ...local, connected: () => true, close: async () => {} }
}

function localBus(log: Logger): Pick<EventBus, 'publish' | 'subscribe'> {
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

function overRedis(local: Pick<EventBus, 'publish' | 'subscribe'>, url: string, log: Logger): EventBus {
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
  let live = false
  const lost = (error: Error): void => {
    if (!missed) log.warn({ err: error }, 'redis is out of reach: events stay within this process')
    missed = true
  }
  // What could not be handed over is gone for the others: they must hear that they missed something.
  const confess = (): void => {
    if (!unsent || sender.status !== 'ready') return
    unsent = false
    sender.publish(CHANNEL, JSON.stringify({ origin, topic: BUS_GAP, payload: {} })).catch(() => {
      unsent = true
    })
  }
  sender.on('error', lost)
  sender.on('ready', confess)
  reader.on('error', lost)
  reader.on('close', () => {
    live = false
    missed = true
  })
  reader.on('ready', () => {
    reader.subscribe(CHANNEL).then(
      () => {
        live = true
        if (missed) local.publish(BUS_GAP, {})
        missed = false
      },
      (error: Error) => lost(error),
    )
  })
  reader.on('message', (_channel, message) => receive(local, origin, message, log))
  return {
    subscribe: local.subscribe,
    publish: (topic, payload) => {
      local.publish(topic, payload)
      confess()
      sender.publish(CHANNEL, JSON.stringify({ origin, topic, payload })).catch((error: Error) => {
        if (!unsent) log.warn({ err: error, topic }, 'an event did not reach the other processes')
        unsent = true
      })
    },
    connected: () => live && sender.status === 'ready',
    close: async () => {
      sender.disconnect()
      reader.disconnect()
    },
  }
}

function receive(local: Pick<EventBus, 'publish'>, origin: string, message: string, log: Logger): void {
  try {
    const event = JSON.parse(message) as { origin: string; topic: string; payload: unknown }
    if (event.origin !== origin) local.publish(event.topic, event.payload)
  } catch (error) {
    log.warn({ err: error }, 'a message of another process was not readable')
  }
}
