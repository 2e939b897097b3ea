import { type Logger, withTimeLimit } from '@wardtrack/service-kit'
import type { Kafka, LogEntry } from 'kafkajs'
import { type BrokerSockets, createBrokerSockets } from './broker-sockets.ts'
import type { KafkaSettings } from './kafka-settings.ts'
import { type ConsumeOptions, consumeTopic, type TopicConsumer } from './topic-consumer.ts'
import { createTopicOffsets, type TopicOffsets } from './topic-offsets.ts'
import { createTopicProducer, type TopicProducer } from './topic-producer.ts'

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
