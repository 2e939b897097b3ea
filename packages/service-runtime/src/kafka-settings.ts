import type { KafkaCredentials, KafkaSettings } from '@wardtrack/kafka'
import { z } from 'zod'

const NAME = /^[A-Za-z0-9._-]{1,100}$/
const BROKER = /^(\[[0-9a-f:]+\]|[0-9a-z._-]+):\d{1,5}$/i

const brokers = z
  .string()
  .transform((list) => list.split(',').map((broker) => broker.trim()))
  .refine((list) => list.every((broker) => BROKER.test(broker)), 'host:port with commas between is needed')

/** Settings of the Kafka brokers, by variable name. Without `KAFKA_BROKERS` the others have no effect. */
export const kafkaSettings = {
  KAFKA_BROKERS: brokers.optional(),
  KAFKA_CLIENT_ID: z
    .string()
    .regex(NAME, 'letters, digits, dots and hyphens are needed')
    .default('wardtrack'),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(NAME, 'letters, digits, dots and hyphens are needed')
    .default('wardtrack'),
  KAFKA_PARTITIONS: z.coerce.number().int().min(1).max(1_000).default(12),
  KAFKA_REPLICATION: z.coerce.number().int().min(-1).max(10).default(-1),
  KAFKA_TLS: z.enum(['on', 'off']).default('off'),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).default('scram-sha-512'),
  KAFKA_USERNAME: z.string().min(1).optional(),
  KAFKA_PASSWORD: z.string().min(1).optional(),
}

type ReadSettings = z.output<z.ZodObject<typeof kafkaSettings>>

/** Returns the {@link kafkaSettings} that were read; undefined without brokers. */
export function kafkaSettingsOf(settings: ReadSettings): KafkaSettings | undefined {
  const { KAFKA_BROKERS: addresses } = settings
  if (!addresses) return undefined
  return {
    brokers: addresses,
    clientId: settings.KAFKA_CLIENT_ID,
    topicPrefix: settings.KAFKA_TOPIC_PREFIX,
    partitions: settings.KAFKA_PARTITIONS,
    replication: settings.KAFKA_REPLICATION,
    tls: settings.KAFKA_TLS === 'on',
    sasl: credentialsOf(settings),
  }
}

function credentialsOf(settings: ReadSettings): KafkaCredentials | undefined {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_SASL_MECHANISM: mechanism } = settings
  return username !== undefined && password !== undefined ? { mechanism, username, password } : undefined
}
