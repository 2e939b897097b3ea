import { messages } from '@wardtrack/contracts'
import { type Headers, storeAsset, TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

// Two processes on one store, not connected by Redis.
let api: ApiTest
let second: ApiTest
let operator: Headers
beforeAll(async () => {
  api = await openApiTest({ cacheMode: 'shared' })
  second = await openApiTest({ cacheMode: 'shared', storeOf: api })
  operator = await api.people.signIn({ username: 'scaling operator', pages: ['scaling-option'] })
  for (const AssetId of ['P-1', 'P-2']) await storeAsset(api.parts.db, { AssetId })
  await storeAsset(api.parts.db, { AssetId: 'P-3', AssetStatus: 'inactive' })
  await storeAsset(api.parts.db, { AssetId: 'N-1', AssetType: 'Clinician' })
})
beforeEach(async () => {
  await api.parts.db.driver.settings.deleteMany()
  // Without this reload, a process's timer would detect the change at a random moment of the test and report it.
  for (const { parts } of [api, second]) await parts.scaling.reload()
})
afterAll(async () => {
  await second.close()
  await api.close()
})

const save = (SubType: string, Fields: object, as = operator) =>
  api.post('/api/settings/create', { Type: 'scale', SubType, Fields }, as)
const read = (SubType: string, as = operator) =>
  api.post('/api/settings/getSettings', { Type: 'Scale', SubType }, as)
const count = () => api.parts.db.driver.settings.countDocuments({})
const kafka = { status: 'Active', maxDevice: 2, cachingData: ['device data'] }
const redis = { Enabled: true, deviceThreshold: 2 }

describe('the settings of Kafka and Redis', () => {
  test('are off until saved, and are read as saved', async () => {
    for (const [SubType, Type] of [
      ['kafka', 'scale'],
      ['redis', 'Scale'],
    ] as const)
      expect((await read(SubType)).body).toEqual({
        status: 0,
        data: { Type, SubType, Fields: {}, revision: '0', state: 'off' },
      })
    const sent = { ...kafka, maxDevice: ' 500 ', cachingData: ['location data', 'device data'], other: 1 }
    const Fields = { status: 'Active', maxDevice: 500, cachingData: ['device data', 'location data'] }
    const saved = await save('kafka', sent)
    expect([saved.status, saved.body.message, saved.body.data.Fields]).toEqual([
      200,
      'Setting Updated',
      Fields,
    ])
    const { body } = await read('KAFKA')
    expect([body.status, body.data.Type, body.data.Fields, body.data.state]).toEqual([
      1,
      'scale',
      Fields,
      'below-threshold',
    ])
    expect((await save('redis', { ...redis, deviceThreshold: '0' })).body.data.Fields).toEqual({
      Enabled: true,
      deviceThreshold: 0,
    })
    expect(await api.parts.db.driver.settings.distinct('_id')).toEqual(['scale/kafka', 'scale/redis'])
  })

  test.each([
    ['kafka', { status: 'on' }, 'status', messages.fieldRequired],
    ['kafka', { status: undefined }, 'status', messages.fieldRequired],
    ['kafka', { maxDevice: undefined }, 'maxDevice', messages.thresholdRule],
    ['kafka', { maxDevice: -1 }, 'maxDevice', messages.thresholdRule],
    ['kafka', { maxDevice: '1.5' }, 'maxDevice', messages.thresholdRule],
    ['kafka', { maxDevice: 1_000_000_001 }, 'maxDevice', messages.thresholdRule],
    ['kafka', { cachingData: undefined }, 'cachingData', messages.scalingDataRule],
    ['kafka', { cachingData: 'device data' }, 'cachingData', messages.scalingDataRule],
    ['kafka', { cachingData: ['patient data'] }, 'cachingData', messages.scalingDataRule],
    ['redis', { Enabled: 'yes' }, 'Enabled', messages.fieldRequired],
    ['redis', { deviceThreshold: 1.5 }, 'deviceThreshold', messages.thresholdRule],
    ['redis', { deviceThreshold: '' }, 'deviceThreshold', messages.thresholdRule],
    ['redis', { cachingData: ['x'] }, 'cachingData', messages.scalingDataRule],
  ])('%s refuses %j', async (SubType, change, member, message) => {
    const { status, body } = await save(SubType, { ...(SubType === 'kafka' ? kafka : redis), ...change })
    expect([status, body.message, body.errors]).toEqual([
      400,
      messages.fillCorrectly,
      [{ path: `Fields.${member}`, message }],
    ])
    expect(await count()).toBe(0)
  })

  test('require the page for reading and saving', async () => {
    const stranger = await api.people.signIn({ username: 'no scaling', pages: ['devices', 'admin-config'] })
    expect([(await save('kafka', kafka, stranger)).status, (await read('kafka', stranger)).status]).toEqual([
      403, 403,
    ])
    expect((await read('redis', {})).status).toBe(401)
    expect(await count()).toBe(0)
  })
})

describe('the use of Kafka and Redis', () => {
  const states = ({ parts: { scaling } }: ApiTest) => [scaling.kafka().state, scaling.redis().state]

  test('reaches every process soon after saving, and depends only on active equipment', async () => {
    await save('kafka', { ...kafka, maxDevice: 3 })
    await save('redis', redis)
    await vi.waitFor(() => expect(states(second)).toEqual(['below-threshold', 'unavailable']), TEST_WAIT)
    expect(states(api)).toEqual(['below-threshold', 'unavailable'])
    await save('kafka', kafka)
    await vi.waitFor(() => expect(states(second)).toEqual(['unavailable', 'unavailable']), TEST_WAIT)
    await save('kafka', { ...kafka, status: 'Inactive' })
    await save('redis', { ...redis, Enabled: false })
    await vi.waitFor(() => expect(states(second)).toEqual(['off', 'off']), TEST_WAIT)
  })

  test('depends on the reachable brokers and the number of devices', async () => {
    let isReached = true
    api.parts.scaling.setKafkaBackend({
      isAvailable: () => isReached,
      figures: () => ({ sent: 0, applied: 0, lag: 0 }),
    })
    let changes = 0
    const stop = api.parts.scaling.onChange(() => {
      changes += 1
    })
    await save('kafka', { ...kafka, maxDevice: 3 })
    expect([api.parts.scaling.kafka(), changes]).toEqual([
      { state: 'below-threshold', isWanted: false, threshold: 3, data: ['device data'] },
      1,
    ])
    await api.parts.db.driver.assets.updateOne({ AssetId: 'P-3' }, { $set: { AssetStatus: 'active' } })
    await vi.waitFor(() => expect(api.parts.scaling.kafka().state).toBe('in-use'), TEST_WAIT)
    expect(changes).toBe(2)
    isReached = false
    expect([api.parts.scaling.kafka().state, api.parts.scaling.kafka().isWanted]).toEqual([
      'unavailable',
      true,
    ])
    stop()
    await save('kafka', { ...kafka, maxDevice: 4 })
    expect([api.parts.scaling.kafka().state, changes]).toEqual(['below-threshold', 2])
  })
})
