import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, withTimeLimit } from '@wardtrack/service-kit'
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs'
import type { BrokerSockets } from './broker-sockets.ts'

/** One message that was read. */
export type ReadMessage = {
  partition: number
  offset: string
  key: string
  value: Buffer
}

/** Options of a topic's consumer. */
export type ConsumeOptions = {
  topic: string
  groupId: string
  /** number of partitions handled in parallel */
  concurrency: number
  /** limit of messages handled together */
  maxBatch: number
  /**
   * Handles all messages of one partition in order, and resolves when the result is durable: only then are they
   * committed. Rejected messages are delivered again. Any message may be delivered a second time.
   * @param signal aborted when this process stops: all waiting must then end
   */
  handle(messages: readonly ReadMessage[], signal: AbortSignal): Promise<void>
}

/** A member of a group that reads a topic. */
export type TopicConsumer = {
  /** partitions that this member currently reads */
  partitions(): ReadonlySet<number>
  /** begins to close, without waiting */
  stop(): void
  /** resolves when the handling in progress has ended and the group knows; waits three seconds at most */
  close(): Promise<void>
}

/** Milliseconds of silence after which a member's partitions go to other members. */
const SESSION_TIMEOUT_MS = 10_000
const HEARTBEAT_MS = 1_000
/** Milliseconds that the brokers hold a request while there are no messages, which also delay a stop. */
const FETCH_WAIT_MS = 250
const MAX_BYTES_PER_PARTITION = 1_048_576
const RESTART_MS = 1_000
const CLOSE_LIMIT_MS = 3_000

/**
 * Reads a topic until it is closed. Consumers of kafkajs end for good after some errors; a new one then replaces the
 * old.
 */
export function consumeTopic(
  { kafka, sockets, log }: { kafka: Kafka; sockets: BrokerSockets; log: Logger },
  options: ConsumeOptions,
): TopicConsumer {
  const stopping = new AbortController()
  const { signal } = stopping
  let active: Consumer | undefined
  let partitions: ReadonlySet<number> = new Set()
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const consumer = createConsumer(kafka, options.groupId)
      active = consumer
      consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
        partitions = new Set(payload.memberAssignment[options.topic])
      })
      consumer.on(consumer.events.REQUEST_TIMEOUT, ({ payload }) => sockets.abandon(payload.broker))
      try {
        await runUntilCrash(consumer, options, signal)
      } catch (error) {
        log.debug({ err: error, topic: options.topic }, 'a consumer could not be started')
      }
      if (signal.aborted) return
      partitions = new Set()
      await consumer.disconnect().catch(() => undefined)
      await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  let disconnecting: Promise<void> | undefined
  const stop = (): void => {
    stopping.abort()
    disconnecting ??= active?.disconnect().catch(() => undefined)
  }
  return {
    partitions: () => partitions,
    stop,
    close: async () => {
      stop()
      const ended = Promise.all([disconnecting, running])
      await withTimeLimit(ended, CLOSE_LIMIT_MS).catch(() => undefined)
    },
  }
}

const createConsumer = (kafka: Kafka, groupId: string): Consumer =>
  kafka.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    rebalanceTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
    allowAutoTopicCreation: false,
  })

/** Runs one consumer; resolves when it has ended and will not restart by itself. */
async function runUntilCrash(
  consumer: Consumer,
  options: ConsumeOptions,
  signal: AbortSignal,
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) resolve()
    })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await consumer.connect()
  await consumer.subscribe({ topic: options.topic, fromBeginning: true })
  await consumer.run({
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: options.concurrency,
    eachBatch: (payload) => handleBatch(payload, options, signal),
  })
  await ended
}

/** Handles a fetched batch in parts, and commits each part afterwards. */
async function handleBatch(
  { batch, resolveOffset, uncommittedOffsets, commitOffsetsIfNecessary, ...member }: EachBatchPayload,
  { handle, maxBatch }: ConsumeOptions,
  signal: AbortSignal,
): Promise<void> {
  // Heartbeats continue during a slow write: a slow store must not look like a dead process.
  let lost: Error | undefined
  const beat = setInterval(() => {
    member.heartbeat().catch((error: unknown) => {
      lost ??= error instanceof Error ? error : new Error(String(error))
    })
  }, HEARTBEAT_MS)
  try {
    for (let from = 0; from < batch.messages.length; from += maxBatch) {
      if (!member.isRunning() || member.isStale() || signal.aborted) return
      const part = batch.messages.slice(from, from + maxBatch)
      await handle(
        part.map((message) => toReadMessage(message, batch.partition)),
        signal,
      )
      const last = part.at(-1)
      if (last) resolveOffset(last.offset)
      // The group has changed: another member may already have the next messages.
      if (lost) throw lost
      if (from + maxBatch < batch.messages.length) {
        await commitOffsetsIfNecessary(uncommittedOffsets())
        await member.heartbeat()
      }
    }
  } finally {
    clearInterval(beat)
  }
}

const toReadMessage = ({ offset, key, value }: KafkaMessage, partition: number): ReadMessage => ({
  partition,
  offset,
  key: key?.toString('utf8') ?? '',
  value: value ?? Buffer.alloc(0),
})
