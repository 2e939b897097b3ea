import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceParts } from '@wardtrack/access'
import type { ScalingData, Scope } from '@wardtrack/contracts'
import {
  type KafkaConnection,
  MAX_MESSAGE_BYTES,
  type OutgoingMessage,
  type ReadMessage,
} from '@wardtrack/kafka'
import { createGroupedWriter } from '../grouped-writer.ts'
import { applyPersistently } from './apply-persistently.ts'
import type { BrokerMonitor } from './broker-monitor.ts'
import type { QueueCounters } from './queue-metrics.ts'
import { createQueueRoute, type QueueTiming } from './queue-route.ts'
import { decodeEvent, encodeEvents, type QueuedEvent } from './queued-event.ts'

/** The queue of one endpoint's events through the brokers. */
export type EventQueue = {
  /**
   * Sends events to the brokers if they are in use. Returns true once the brokers have all of them. On false the
   * caller stores the events, and all earlier ones are stored already.
   * @param events creates the events when they are needed
   */
  offer(events: () => readonly QueuedEvent[]): Promise<boolean>
  /** begins to stop reading, without waiting */
  stop(): void
  close(): Promise<void>
}

/** The endpoint's functions for its queue. */
export type EventQueueSpec = {
  name: Scope
  /** name of these events in the settings */
  data: ScalingData
  /** stores events from the brokers durably; safe to repeat */
  apply(events: readonly QueuedEvent[]): Promise<void>
  /** keeps an event that cannot be stored as a dead letter */
  giveUp(event: QueuedEvent): Promise<void>
}

/** Parts that the queues of a process share. */
export type EventQueueParts = {
  parts: Pick<ServiceParts, 'db' | 'log' | 'clock' | 'cacheMode' | 'scaling'>
  kafka: KafkaConnection
  monitor: BrokerMonitor
  counters: QueueCounters
  timing?: Partial<QueueTiming> | undefined
}

/** Messages in one request to the brokers. */
const MAX_GROUP = 2_000
/** Messages stored together. */
const MAX_BATCH = 500
const TOPIC_RETRY_MS = 1_000

/**
 * Opens the queue of an endpoint. From now on this process reads its share of the topic, whichever route is in use.
 */
export function openEventQueue(
  { parts, kafka, monitor, counters, timing }: EventQueueParts,
  spec: EventQueueSpec,
): EventQueue {
  const { db, log, scaling } = parts
  const { name } = spec
  const topic = kafka.nameOf(name)
  const groupId = topic
  const deadLetterTopic = kafka.nameOf('dead-letters')
  const stopping = new AbortController()
  const send = async (messages: readonly OutgoingMessage[]): Promise<boolean> => {
    if (!monitor.isReachable()) return false
    try {
      await kafka.producer.send(topic, messages)
      counters.sent(name, messages.length)
      return true
    } catch (error) {
      log.warn({ err: error, endpoint: name }, 'events could not be handed to the brokers')
      monitor.noteFailure()
      return false
    }
  }
  // Unreachable brokers fail a whole group: no message of the group is retried alone.
  const sender = createGroupedWriter<OutgoingMessage, boolean>({
    log,
    maxGroup: MAX_GROUP,
    write: async (messages) => {
      const isSent = await send(messages)
      return messages.map(() => isSent)
    },
  })
  const route = createQueueRoute(parts, {
    name,
    monitor,
    isWanted: () => {
      const { isWanted, data } = scaling.kafka()
      return isWanted && data.includes(spec.data)
    },
    readOffsets: () => kafka.offsets(topic, groupId),
    sent: sender.flushed,
    ...(timing ? { timing } : {}),
  })
  const unsubscribe = scaling.onChange(route.review)
  monitor.onChange(route.review)

  const applyOptions = {
    apply: spec.apply,
    isStoreWell: () =>
      db.ping().then(
        () => true,
        () => false,
      ),
    giveUp: async (event: QueuedEvent) => {
      await spec.giveUp(event)
      counters.deadLetters(name, 1)
    },
    log,
  }
  const handle = async (messages: readonly ReadMessage[], signal: AbortSignal): Promise<void> => {
    const events: QueuedEvent[] = []
    const unreadable: ReadMessage[] = []
    for (const message of messages) {
      const event = decodeEvent(db, message)
      if (event) events.push(event)
      else unreadable.push(message)
    }
    if (unreadable.length > 0) {
      const letters = unreadable.map(({ key, value, partition, offset }) => ({
        key,
        value,
        headers: { topic, partition: String(partition), offset },
      }))
      await kafka.producer.send(deadLetterTopic, letters)
      counters.deadLetters(name, letters.length)
    }
    if (events.length > 0) await applyPersistently(events, applyOptions, signal)
    counters.applied(name, events.length)
  }
  const openTopics = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await kafka.ensureTopics([topic, deadLetterTopic])
        return
      } catch (error) {
        log.debug({ err: error, topic }, 'topics are made when the brokers answer')
        await sleep(TOPIC_RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  let consumer: ReturnType<KafkaConnection['consume']> | undefined
  const opening = openTopics().then(() => {
    if (stopping.signal.aborted) return
    const concurrency = kafka.settings.partitions
    consumer = kafka.consume({ topic, groupId, concurrency, maxBatch: MAX_BATCH, handle })
    route.review()
  })
  counters.addQueue(name, {
    isInUse: route.isInUse,
    offsets: route.offsets,
    partitions: () => consumer?.partitions() ?? new Set(),
  })
  const stop = (): void => {
    stopping.abort()
    consumer?.stop()
  }
  return {
    offer: async (events) => {
      while (await route.isQueued()) {
        const messages = await encodeEvents(db, events())
        // Events too large for any broker batch are stored directly.
        if (messages.some(({ value }) => value.length > MAX_MESSAGE_BYTES)) return false
        const results = await sender.submit(messages)
        if (results.every((isSent) => isSent)) return true
      }
      return false
    },
    stop,
    close: async () => {
      stop()
      unsubscribe()
      await opening
      await consumer?.close()
      await route.close()
      await sender.flushed()
    },
  }
}
