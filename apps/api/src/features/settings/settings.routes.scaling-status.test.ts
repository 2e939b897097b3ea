import { type Headers, storeAsset, TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

// Two processes on one store, not connected by Redis.
let api: ApiTest
let second: ApiTest
let operator: Headers
beforeAll(async () => {
  api = await openApiTest({ cacheMode: 'shared' })
  second = await openApiTest({ cacheMode: 'shared', storeOf: api })
  operator = await api.people.signIn({ username: 'scaling operator', pages: ['scaling-option'] })
  await storeAsset(api.parts.db, { AssetId: 'P-1' })
  await storeAsset(api.parts.db, { AssetId: 'PT-1', AssetType: 'Patient' })
})
afterAll(async () => {
  await second.close()
  await api.close()
})

const status = (as = operator) => api.get('/api/settings/scalingStatus', as)

test('the status of Kafka and Redis shows only the number of devices while both are off', async () => {
  const { status: code, body } = await status()
  expect([code, body.data]).toEqual([
    200,
    {
      devices: 1,
      redis: {
        state: 'off',
        configured: false,
        threshold: 0,
        cachingData: [],
        hits: 0,
        misses: 0,
        unanswered: 0,
      },
      kafka: { state: 'off', configured: false, threshold: 0, cachingData: [], sent: 0, applied: 0, lag: 0 },
      processes: [],
      minutes: [],
    },
  ])
})

test('the status of Kafka and Redis covers every process, with the traffic through the brokers', async () => {
  const figures = { sent: 5, applied: 3, lag: 2 }
  second.parts.scaling.setKafkaBackend({ isAvailable: () => true, figures: () => figures })
  const Fields = { status: 'Active', maxDevice: 1, cachingData: ['device data'] }
  await api.post('/api/settings/create', { Type: 'scale', SubType: 'kafka', Fields }, operator)
  await vi.waitFor(async () => {
    const { data } = (await status()).body
    expect(data.kafka).toEqual({
      state: 'unavailable',
      configured: false,
      threshold: 1,
      cachingData: ['device data'],
      ...figures,
    })
    expect(data.processes.map((process: { kafka: string }) => process.kafka).sort()).toEqual([
      'in-use',
      'unavailable',
    ])
    expect(data.minutes.at(-1)).toMatchObject({ lag: 2, hits: 0 })
  }, TEST_WAIT)
})

test('the status of Kafka and Redis requires the page', async () => {
  const stranger = await api.people.signIn({ username: 'no scaling status', pages: ['admin-config'] })
  expect([(await status(stranger)).status, (await status({})).status]).toEqual([403, 401])
})
