import { STORAGE_LIMITS } from '@wardtrack/database'
import { ConfigError, readConfig } from '@wardtrack/service-kit'
import { expect, test } from 'vitest'
import { serviceSettings } from './service-settings.ts'

const read = (environment: Record<string, string>) => readConfig(serviceSettings, environment)

test('without settings, the process listens on loopback alone, with an embedded store', () => {
  expect(read({})).toEqual({
    PORT: 8080,
    HOST: '127.0.0.1',
    WARDTRACK_DATA_DIR: './data',
    KAFKA_CLIENT_ID: 'wardtrack',
    KAFKA_TOPIC_PREFIX: 'wardtrack',
    KAFKA_PARTITIONS: 12,
    KAFKA_REPLICATION: -1,
    KAFKA_TLS: 'off',
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    WARDTRACK_LOG_LEVEL: 'info',
    WARDTRACK_SESSION_HOURS: 12,
    WARDTRACK_SESSION_CALLS: 4,
    WARDTRACK_SESSION_WORK_SECONDS: 30,
    WARDTRACK_SESSION_ANSWER_MB: 200,
    WARDTRACK_LIMITS: STORAGE_LIMITS,
    WARDTRACK_SILENCE_MINUTES: 0,
    WARDTRACK_TRUST_PROXY: 0,
    WARDTRACK_OUTBOUND_ALLOW: [],
    WARDTRACK_API_BASE: '/api',
    WARDTRACK_LOCATION_BASE: '/location/api',
    WARDTRACK_STATUS_BASE: '/status/api',
  })
})

test.each([
  ['PORT', '70000'],
  ['WARDTRACK_SESSION_HOURS', '0'],
  ['WARDTRACK_SESSION_CALLS', '0'],
  ['WARDTRACK_SESSION_WORK_SECONDS', '-1'],
  ['WARDTRACK_SESSION_ANSWER_MB', 'much'],
  ['WARDTRACK_ADMIN_PASSWORD', 'ä'.repeat(37)],
  ['PORT', 'x'],
  ['MONGODB_URI', 'http://host'],
  ['REDIS_URL', 'host:6379'],
  ['KAFKA_BROKERS', 'host'],
  ['KAFKA_BROKERS', 'host:9092,,other:9092'],
  ['KAFKA_TOPIC_PREFIX', 'a b'],
  ['KAFKA_PARTITIONS', '0'],
  ['KAFKA_TLS', 'yes'],
  ['JWT_SECRET', 'short'],
  ['ENCRYPTION_KEY', 'short'],
  ['ENCRYPTION_KEY', `${'long'.repeat(8)},short`],
  ['WARDTRACK_ADMIN_USERNAME', ' admin'],
  ['WARDTRACK_ADMIN_PASSWORD', 'short'],
  ['WARDTRACK_ADMIN_PASSWORD', 'eleven char'],
  ['WARDTRACK_ADMIN_PASSWORD', 'x'.repeat(73)],
  ['WARDTRACK_INGEST_KEY', 'short'],
  ['WARDTRACK_LOG_LEVEL', 'loud'],
  ['WARDTRACK_API_BASE', 'api'],
  ['WARDTRACK_OUTBOUND_ALLOW', 'localhost, http://10.0.0.1/'],
])('%s=%s stops the start with one line that names it', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError)
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^wrong setting: ${name}: [^\n]+$`))
})

test('reads the allowed hosts as a list separated by commas', () => {
  const { WARDTRACK_OUTBOUND_ALLOW } = read({
    WARDTRACK_OUTBOUND_ALLOW: ' localhost:6661, 127.0.0.1,[::1] ,',
  })
  expect(WARDTRACK_OUTBOUND_ALLOW).toEqual(['localhost:6661', '127.0.0.1', '[::1]'])
})
