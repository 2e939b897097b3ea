import { withTimeLimit } from '@wardtrack/service-kit'
import type { Kafka, Message } from 'kafkajs'
import type { BrokerSockets } from './broker-sockets.ts'

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
export function createTopicProducer(
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
