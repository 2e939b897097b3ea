import { type Logger, withTimeLimit } from '@wardtrack/service-kit'
import type { Kafka, LogEntry, Message } from 'kafkajs'
import { type BrokerSockets, createBrokerSockets } from './broker-sockets.ts'
import type { KafkaSettings } from './kafka-settings.ts'
import { type ConsumeOptions, consumeTopic, type TopicConsumer } from './topic-consumer.ts'
import { createTopicOffsets, type TopicOffsets } from './topic-offsets.ts'

/** One message; messages with the same key keep their order. */
export type OutgoingMessage = { key: string; value: Buffer; headers?: Record<string, string> }

/** Writes messages to the brokers. */
export type TopicProducer = {
  /**
   * Resolves when every required copy of the topic has all of the messages.
   * @throws when this is not certain within three seconds; some messages may be stored then
   */
  send(topic: string, messages: readonly OutgoingMessage[]): Promise<void>
  close(): Promise<void>
}

/** Acknowledged when all in-sync copies have the message. */
const ACKS_ALL = -1
const SEND_LIMIT_MS = 3_000
/** Limit of one request in bytes: a batch of the brokers holds a megabyte, and the request's frame needs room. */
const MAX_REQUEST_BYTES = 900_000

/** Largest message, in bytes, that fits into a single request. */
export const MAX_MESSAGE_BYTES = MAX_REQUEST_BYTES

/** Creates the producer of a process; it connects with the first message. */
function createTopicProducer(
  kafka: Kafka,
  { CompressionTypes, Partitioners }: Pick<typeof import('kafkajs'), 'CompressionTypes' | 'Partitioners'>,
  sockets: BrokerSockets,
): TopicProducer {
  const producer = kafka.producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  })
  producer.on(producer.events.REQUEST_TIMEOUT, ({ payload }) => sockets.abandon(payload.broker))
  let connecting: Promise<void> | undefined
  const connect = (): Promise<void> => {
    connecting ??= producer.connect().catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }
  const sendAll = async (topic: string, messages: readonly OutgoingMessage[]): Promise<void> => {
    await connect()
    for (const batch of splitBatches(messages))
      await producer.send({ topic, acks: ACKS_ALL, compression: CompressionTypes.GZIP, messages: batch })
  }
  return {
    send: (topic, messages) => withTimeLimit(sendAll(topic, messages), SEND_LIMIT_MS),
    close: () => producer.disconnect(),
  }
}

/** Splits messages in order, so that each part fits into one request. */
export function splitBatches(
  messages: readonly OutgoingMessage[],
  maxBytes = MAX_REQUEST_BYTES,
): Message[][] {
  const batches: Message[][] = []
  let batch: Message[] = []
  let bytes = 0
  for (const message of messages) {
    const size = message.value.length + message.key.length
    if (batch.length > 0 && bytes + size > maxBytes) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push({ ...message })
    bytes += size
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

/** Messages about ordinary changes of a group's members, which kafkajs reports as errors. */
const ORDINARY =
  /rebalanc|re-?join|not aware of this member|illegal generation|coordinator is (?:not|loading)/i
/**
 * Milliseconds in which the same message is not logged again: unreachable brokers would cause one for each attempt.
 */
const REPEAT_MS = 10_000
const MAX_REMEMBERED = 200
const WORTH_TELLING: ReadonlySet<string> = new Set(['ERROR', 'WARN'])

/**
 * Logs messages of kafkajs, never as errors: a consumer that changes its group or looks for its broker is still
 * working. The users of the connection report the failures that matter to operators.
 */
export function createKafkaLog(log: Logger): (entry: LogEntry) => void {
  const writtenAt = new Map<string, number>()
  return ({ namespace, label, log: { message, ...facts } }) => {
    const now = performance.now()
    const key = `${namespace} ${message}`
    if (now - (writtenAt.get(key) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return
    if (writtenAt.size >= MAX_REMEMBERED) writtenAt.clear()
    writtenAt.set(key, now)
    const error = textOf(facts['error'])
    const entry = {
      kafka: namespace,
      broker: textOf(facts['broker']),
      groupId: textOf(facts['groupId']),
      error,
    }
    if (WORTH_TELLING.has(label) && !ORDINARY.test(`${message} ${error ?? ''}`)) log.warn(entry, message)
    else log.debug(entry, message)
  }
}

const textOf = (fact: unknown): string | undefined =>
  typeof fact === 'string' ? fact : fact instanceof Error ? fact.message : undefined

/** The connection to the brokers that a process shares. */
export type KafkaConnection = {
  settings: KafkaSettings
  /** returns the full name of a topic or group. @param name words with hyphens or dots between */
  nameOf(name: string): string
  producer: TopicProducer
  /** reads a topic as a member of a group until it is closed, even if brokers fail meanwhile */
  consume(options: ConsumeOptions): TopicConsumer
  /** resolves when a broker answers. @throws while none answers */
  ping(): Promise<void>
  /** returns the written offsets of a topic, and those read by a group. @throws while the brokers are unreachable */
  offsets(topic: string, groupId: string): Promise<TopicOffsets>
  /** creates missing topics. @throws while the brokers are unreachable */
  ensureTopics(topics: readonly string[]): Promise<void>
  /** ends the connections of this process; consumers must be closed before */
  close(): Promise<void>
}

/** Limits for requests that callers wait for: unreachable brokers fail within a second, hanging ones within two. */
const QUICK = {
  connectionTimeout: 1_000,
  authenticationTimeout: 2_000,
  requestTimeout: 2_000,
  retry: { retries: 3, initialRetryTime: 100, maxRetryTime: 400 },
}
/**
 * Limits for consumers, which never give up: a new consumer must join its group again, and the group waits for the
 * old one. The pauses are short, because the longest one delays reading after the brokers return.
 */
const PATIENT = {
  connectionTimeout: 1_000,
  authenticationTimeout: 2_000,
  requestTimeout: 5_000,
  retry: { retries: 1_000_000, initialRetryTime: 200, maxRetryTime: 2_000 },
}
const PING_LIMIT_MS = 2_000
const CLOSE_LIMIT_MS = 2_000

/**
 * Connects to brokers when needed. Opening does not wait for a connection, so that a process starts without brokers.
 */
export async function openKafka(settings: KafkaSettings, log: Logger): Promise<KafkaConnection> {
  // kafkajs is loaded only here, so that an installation without brokers does not keep it in memory.
  const kafkajs = await import('kafkajs')
  const connect = (limits: typeof QUICK, sockets: BrokerSockets): Kafka =>
    new kafkajs.Kafka({
      ...limits,
      socketFactory: sockets.factory,
      clientId: settings.clientId,
      brokers: [...settings.brokers],
      ...(settings.tls ? { ssl: true } : {}),
      ...(settings.sasl ? { sasl: { ...settings.sasl } as never } : {}),
      logLevel: kafkajs.logLevel.WARN,
      logCreator: () => createKafkaLog(log),
    })
  const quickSockets = createBrokerSockets(QUICK.connectionTimeout)
  const patientSockets = createBrokerSockets(PATIENT.connectionTimeout)
  const quick = connect(QUICK, quickSockets)
  const patient = connect(PATIENT, patientSockets)
  const producer = createTopicProducer(quick, kafkajs, quickSockets)
  const topics = createTopicOffsets(quick, quickSockets)
  return {
    settings,
    nameOf: (name) => `${settings.topicPrefix}.${name}`,
    producer,
    consume: (options) => consumeTopic({ kafka: patient, sockets: patientSockets, log }, options),
    ping: () => withTimeLimit(topics.ping(), PING_LIMIT_MS),
    offsets: topics.offsets,
    ensureTopics: (names) => topics.ensure(names, settings),
    close: async () => {
      const closing = Promise.allSettled([producer.close(), topics.close()])
      await withTimeLimit(closing, CLOSE_LIMIT_MS).catch(() => undefined)
    },
  }
}
