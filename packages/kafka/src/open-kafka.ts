import { type Logger, withTimeLimit } from '@wardtrack/service-kit'
import type { Kafka } from 'kafkajs'
import { type BrokerSockets, createBrokerSockets } from './broker-sockets.ts'
import { createKafkaLog } from './kafka-log.ts'
import type { KafkaSettings } from './kafka-settings.ts'
import { type ConsumeOptions, consumeTopic, type TopicConsumer } from './topic-consumer.ts'
import { createTopicOffsets, type TopicOffsets } from './topic-offsets.ts'
import { createTopicProducer, type TopicProducer } from './topic-producer.ts'

/** The brokers, as everything in a process uses them. */
export type KafkaConnection = {
  settings: KafkaSettings
  /** full name of a topic or group. @param name words with hyphens or dots between */
  nameOf(name: string): string
  producer: TopicProducer
  /** reads a topic as a member of a group until it is closed; brokers may come and go meanwhile */
  consume(options: ConsumeOptions): TopicConsumer
  /** resolves when a broker answers. @throws while none does */
  ping(): Promise<void>
  /** how far a topic is written, and read by a group. @throws while the brokers are out of reach */
  offsets(topic: string, groupId: string): Promise<TopicOffsets>
  /** makes topics that are not there yet. @throws while the brokers are out of reach */
  ensureTopics(topics: readonly string[]): Promise<void>
  /** ends the connections of this process; consumers are to be closed before */
  close(): Promise<void>
}

/** Who waits for an answer waits for these: brokers that are gone show within a second, such that hang within two. */
const QUICK = {
  connectionTimeout: 1_000,
  authenticationTimeout: 2_000,
  requestTimeout: 2_000,
  retry: { retries: 3, initialRetryTime: 100, maxRetryTime: 400 },
}
/**
 * Consumers never give up: one that does has to join its group anew, and the group waits for its old self. Short waits,
 * because the longest one decides how late reading goes on when the brokers are back.
 */
const PATIENT = {
  connectionTimeout: 1_000,
  authenticationTimeout: 2_000,
  requestTimeout: 5_000,
  retry: { retries: 1_000_000, initialRetryTime: 200, maxRetryTime: 2_000 },
}
const PING_LIMIT_MS = 2_000
const CLOSE_LIMIT_MS = 2_000

/** Connects to brokers as they are needed: opening waits for none, so that a process starts without them. */
export async function openKafka(settings: KafkaSettings, log: Logger): Promise<KafkaConnection> {
  // Loaded here alone: an installation without brokers does not have it in memory.
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
