export type { KafkaCredentials, KafkaSettings } from './kafka-settings.ts'
export {
  type KafkaConnection,
  MAX_MESSAGE_BYTES,
  type OutgoingMessage,
  openKafka,
  type TopicProducer,
} from './open-kafka.ts'
export type { ConsumeOptions, ReadMessage, TopicConsumer } from './topic-consumer.ts'
export { isDoneUpTo, type TopicOffsets } from './topic-offsets.ts'
