import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { writeBusMessage } from './bus-message.ts'
import { createBusReceiver } from './bus-receiver.ts'
import { deriveKey } from './derive-key.ts'
import { BUS_GAP, type UntypedBus } from './local-bus.ts'
import type { ServiceMetrics } from './metrics.ts'

/** Address of Redis, and the secret that authenticates messages of the installation's processes. */
export type RedisOptions = {
  url: string
  /** the secret that all processes of the installation share */
  secret: string
  /** milliseconds between heartbeats; shorter in tests */
  heartbeatMs?: number
}

const CHANNEL = 'wardtrack:bus'
/** Topic without listeners: its messages prove that the link works, and carry a number. */
const HEARTBEAT = 'bus.heartbeat'
const HEARTBEAT_MS = 5_000
const MAX_LOST_HEARTBEATS = 2
/** Time without any answer after which a sender's connection is closed: the network may have been cut. */
const SILENT_MS = 2_000

type Parts = RedisOptions & { log: Logger; metrics?: ServiceMetrics }

/** Exchanges published events with the other processes over Redis. */
export function connectToRedis(local: UntypedBus, parts: Parts) {
  const key = deriveKey(parts.secret, 'event bus')
  const origin = randomUUID()
  const receiver = createBusReceiver(local, { ...parts, key, origin })
  const reader = createReader(local, receiver, parts)
  // A failure of one link usually ends the other too, but the reader sends nothing that would reveal it.
  const sender = createSender({ ...parts, key, origin }, reader.reconnect)
  // A link can be dead without having been closed. Missing heartbeats reveal it.
  const beat = (): void => {
    if (!reader.isSubscribed() || !sender.isReady()) return
    if (receiver.unheard() >= MAX_LOST_HEARTBEATS) {
      parts.log.warn('redis delivers nothing: the links to it are made again')
      sender.reconnect()
      reader.reconnect()
      return
    }
    receiver.expectOwn()
    sender.send(HEARTBEAT, {}).catch(() => undefined)
  }
  const timer = setInterval(beat, parts.heartbeatMs ?? HEARTBEAT_MS).unref()
  return {
    acrossProcesses: true,
    subscribe: local.subscribe,
    publish: (topic: string, payload: unknown) => {
      local.publish(topic, payload)
      sender.publish(topic, payload)
    },
    connected: () => reader.isSubscribed() && sender.isReady(),
    close: async () => {
      clearInterval(timer)
      sender.close()
      reader.close()
    },
  }
}

const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 2000)

function createSender(
  { url, log, key, origin }: Parts & { key: Buffer; origin: string },
  onLost: () => void,
) {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    commandTimeout: 500,
    socketTimeout: SILENT_MS,
    autoResendUnfulfilledCommands: false,
    retryStrategy,
  })
  let number = 0
  let unsent = false
  const isReady = (): boolean => redis.status === 'ready'
  const send = async (topic: string, payload: unknown): Promise<void> => {
    number += 1
    await redis.publish(CHANNEL, writeBusMessage(key, { origin, number, time: Date.now(), topic, payload }))
  }
  // Publishes a gap to the other processes after events that could not be sent.
  const publishPendingGap = (): void => {
    if (!unsent || !isReady()) return
    unsent = false
    send(BUS_GAP, {}).catch(() => {
      unsent = true
    })
  }
  // The reader's link logs the error; without a listener an error would end the process.
  redis.on('error', () => undefined)
  let wasReady = false
  let isClosed = false
  redis.on('ready', () => {
    wasReady = true
    publishPendingGap()
  })
  redis.on('close', () => {
    if (wasReady && !isClosed) onLost()
    wasReady = false
  })
  return {
    isReady,
    send,
    publish: (topic: string, payload: unknown) => {
      publishPendingGap()
      send(topic, payload).catch((error: Error) => {
        if (!unsent) log.warn({ err: error, topic }, 'an event did not reach the other processes')
        unsent = true
      })
    },
    reconnect: () => redis.disconnect(true),
    close: () => {
      isClosed = true
      redis.disconnect()
    },
  }
}

function createReader(
  local: UntypedBus,
  receiver: ReturnType<typeof createBusReceiver>,
  { url, log }: Parts,
) {
  const redis = new Redis(url, { maxRetriesPerRequest: null, connectTimeout: 1000, retryStrategy })
  let missed = false
  let subscribed = false
  const onError = (error: Error): void => {
    if (!missed) log.warn({ err: error }, 'redis is out of reach: events stay within this process')
    missed = true
  }
  redis.on('error', onError)
  redis.on('close', () => {
    subscribed = false
    missed = true
  })
  redis.on('ready', () => {
    redis.subscribe(CHANNEL).then(() => {
      subscribed = true
      receiver.restart()
      if (missed) local.publish(BUS_GAP, {})
      missed = false
    }, onError)
  })
  redis.on('message', (_channel, written) => receiver.receive(written))
  return {
    isSubscribed: () => subscribed,
    reconnect: () => {
      subscribed = false
      redis.disconnect(true)
    },
    close: () => redis.disconnect(),
  }
}
