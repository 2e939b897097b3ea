import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, withTimeLimit } from '@wardtrack/service-kit'
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs'
import type { BrokerSockets } from './broker-sockets.ts'

/** One message as it was read. */
export type ReadMessage = {
  partition: number
  offset: string
  key: string
  value: Buffer
}

/** What reads a topic. */
export type ConsumeOptions = {
  topic: string
  groupId: string
  /** partitions that are worked on side by side */
  concurrency: number
  /** most messages that are handed over at a time */
  maxBatch: number
  /**
   * Does everything that messages of one partition ask for, in their order, and resolves when it is durable: only then
   * are they counted as done. What it rejects comes again. The same messages may come a second time in any case.
   * @param signal aborted when this process is to stop: whoever waits for something gives up
   */
  handle(messages: readonly ReadMessage[], signal: AbortSignal): Promise<void>
}

/** A member of a group that reads a topic. */
export type TopicConsumer = {
  /** the partitions that this member reads now */
  partitions(): ReadonlySet<number>
  /** begins to end it, without waiting */
  stop(): void
  /** resolves when what was being done is done, and the group knows; waits three seconds at most */
  close(): Promise<void>
}

/** A member that is not heard of for so long is given up, and its partitions go to others. Milliseconds */
const SESSION_TIMEOUT_MS = 10_000
const HEARTBEAT_MS = 1_000
/** How long the brokers hold a request for messages when there are none: what a stop waits for. Milliseconds */
const FETCH_WAIT_MS = 250
const MAX_BYTES_PER_PARTITION = 1_048_576
const RESTART_MS = 1_000
const CLOSE_LIMIT_MS = 3_000

/** Reads a topic until it is closed. kafkajs' consumers end for good after some errors: then another one is made. */
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

/** Runs one consumer; resolves when it ended and will not start again by itself. */
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

/** Hands a fetched batch over in parts, each of which counts as done when it is. */
async function handleBatch(
  { batch, resolveOffset, uncommittedOffsets, commitOffsetsIfNecessary, ...member }: EachBatchPayload,
  { handle, maxBatch }: ConsumeOptions,
  signal: AbortSignal,
): Promise<void> {
  // A slow store must not look like a dead process.
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
      // The group has changed: what comes next may be another member's by now.
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
