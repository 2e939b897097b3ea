import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  addPumps,
  openQueueTest,
  QUEUE_WAIT,
  type QueuedHospital,
  type QueueTest,
} from '../../testing/open-queued-hospital.ts'

vi.setConfig({ testTimeout: 400_000 })
let test: QueueTest
let hospital: QueuedHospital
beforeAll(async () => {
  test = await openQueueTest('queue')
  hospital = await test.open()
  await addPumps(hospital, 4)
})
afterAll(async () => {
  vi.resetConfig()
  await hospital.close()
  await test.broker.remove()
})
beforeEach(async () => {
  await hospital.setScaling({ status: 'Inactive' })
  await vi.waitUntil(async () => {
    const [inUse, reachable] = [
      hospital.metric('wardtrack_kafka_in_use'),
      hospital.metric('wardtrack_kafka_reachable'),
    ]
    return (await inUse) === 0 && (await reachable) === 1
  }, QUEUE_WAIT)
  await hospital.parts.db.driver.locationHistory.deleteMany({})
  await hospital.parts.db.driver.deadLetters.deleteMany({})
})

const NOTHING = { accepted: 0, duplicates: 0, unresolved: 0, refused: 0, errors: [] }
let time = Date.now() - 3_600_000
/** Returns a position of a pump, later than all previous ones. */
const position = (pump: number, more: object = {}) => {
  time += 1_000
  const item = { AssetType: 'Equipment', AssetId: `P-${pump}`, mapId: 'm1', x: 1, y: 1 }
  return { ...item, time: new Date(time).toISOString(), ...more }
}
const stored = () => hospital.parts.db.driver.locationHistory.countDocuments({})
const letters = () => hospital.parts.db.driver.deadLetters.find().toArray()
const switchOn = async (): Promise<void> => {
  await hospital.setScaling({ status: 'Active' })
  await expect.poll(() => hospital.metric('wardtrack_kafka_in_use'), QUEUE_WAIT).toBe(1)
}

it('stores directly while disabled, below the threshold, and for data not chosen', async () => {
  const sentBefore = await hospital.metric('wardtrack_kafka_sent_total')
  await hospital.push(position(0)).expect(200, { ...NOTHING, accepted: 1 })
  await hospital.setScaling({ status: 'Active', maxDevice: 5 })
  expect(hospital.parts.scaling.kafka().state).toBe('below-threshold')
  await hospital.push(position(0)).expect(200, { ...NOTHING, accepted: 1 })
  await hospital.setScaling({ status: 'Active', cachingData: ['device data'] })
  expect(hospital.parts.scaling.kafka().state).toBe('in-use')
  await hospital.push(position(0)).expect(200, { ...NOTHING, accepted: 1 })
  expect(await stored()).toBe(3)
  expect(await hospital.metric('wardtrack_kafka_sent_total')).toBe(sentBefore)
})

it('answers when the brokers have the items, and reports refused items and unknown assets as usual', async () => {
  await switchOn()
  const sentBefore = await hospital.metric('wardtrack_kafka_sent_total')
  const items = [position(0), position(1, { mapId: 'nowhere' }), position(99), position(2, { x: 1_000 })]
  const { body } = await hospital.push(items).expect(200)
  expect(body).toMatchObject({ accepted: 1, duplicates: 0, unresolved: 1, refused: 2 })
  expect(body.errors.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
    [1, 'unknown_map'],
    [3, 'outside_map'],
  ])
  expect(await hospital.metric('wardtrack_kafka_sent_total')).toBe(sentBefore + 1)
  await expect.poll(stored, QUEUE_WAIT).toBe(1)
  // Row and place are written together, so either may appear first.
  const seenAt = async () =>
    (await hospital.parts.db.driver.assets.findOne({ AssetId: 'P-0' }))?.CurrentLocation?.time.toISOString()
  await expect.poll(seenAt, QUEUE_WAIT).toBe(items[0]?.time)
  expect(await letters()).toHaveLength(2)
  expect(await hospital.parts.db.driver.unresolved.countDocuments({})).toBe(1)
})

it('counts a repeat as accepted and stores it once', async () => {
  await switchOn()
  const item = position(0)
  const named = position(1, { eventId: 'e-1' })
  for (let n = 0; n < 3; n += 1)
    await hospital.push([item, { ...named, time: new Date(time + n).toISOString() }]).expect(200, {
      ...NOTHING,
      accepted: 2,
    })
  await hospital.push(position(2)).expect(200)
  await expect.poll(() => hospital.metric('wardtrack_kafka_lag'), QUEUE_WAIT).toBe(0)
  await expect.poll(stored, QUEUE_WAIT).toBe(3)
  const pump = await hospital.parts.db.driver.assets.findOne({ AssetId: 'P-1' })
  expect(pump?.CurrentLocation?.time.toISOString()).toBe(named.time)
})

it('sends unreadable messages to the dead-letter topic and unstorable items to the dead letters', async () => {
  await switchOn()
  const kafka = await test.connect()
  const [topic, deadTopic] = [kafka.nameOf('locations'), kafka.nameOf('dead-letters')]
  const before = await kafka.offsets(deadTopic, 'nobody')
  const doc = {
    _id: 'location|asset:Equipment:P-0|',
    kind: 'location',
    subjectKey: 'asset:Equipment:P-0',
    identity: 'identity-1',
    provider: '',
    time: new Date(time).toISOString(),
    receivedAt: new Date(time).toISOString(),
    item: JSON.stringify(position(0, { mapId: 'a map that was removed' })),
  }
  const messageOf = (body: unknown) => ({ key: 'k', value: Buffer.from(JSON.stringify(body)) })
  const flags = { repeatMayDiffer: false, untimed: false }
  await kafka.producer.send(topic, [
    { key: 'k', value: Buffer.from('no JSON') },
    messageOf({ version: 99, doc, ...flags }),
    messageOf({ version: 1, doc: { ...doc, time: 'never' }, ...flags }),
    messageOf({ version: 1, doc, ...flags }),
  ])
  await hospital.push(position(0)).expect(200, { ...NOTHING, accepted: 1 })
  await expect.poll(stored, QUEUE_WAIT).toBe(1)
  const lettersOfTopic = async () => (await kafka.offsets(deadTopic, 'nobody')).lag - before.lag
  await expect.poll(lettersOfTopic, QUEUE_WAIT).toBe(3)
  await expect
    .poll(async () => (await letters()).map(({ codes }) => codes), QUEUE_WAIT)
    .toEqual([['unknown_map']])
  await expect.poll(() => hospital.metric('wardtrack_kafka_lag'), QUEUE_WAIT).toBe(0)
  await kafka.close()
})

it('stores directly while the brokers are unreachable, reports it, and returns to them', async () => {
  await switchOn()
  await hospital.push(position(0)).expect(200, { ...NOTHING, accepted: 1 })
  await test.broker.kill()
  for (let n = 0; n < 5; n += 1) await hospital.push(position(n % 4)).expect(200, { ...NOTHING, accepted: 1 })
  expect(hospital.parts.scaling.kafka().state).toBe('unavailable')
  expect((await hospital.parts.health.read()).checks).toMatchObject({ kafka: 'unavailable', store: 'ok' })
  expect((await hospital.parts.health.read()).status).toBe('ok')
  await test.broker.restart()
  await expect.poll(() => hospital.metric('wardtrack_kafka_in_use'), QUEUE_WAIT).toBe(1)
  expect(hospital.parts.scaling.kafka().state).toBe('in-use')
  await hospital.push(position(0)).expect(200, { ...NOTHING, accepted: 1 })
  await expect.poll(stored, QUEUE_WAIT).toBe(7)
})

it('stores directly while a broker hangs', async () => {
  await switchOn()
  await hospital.push(position(0)).expect(200, { ...NOTHING, accepted: 1 })
  await test.broker.freeze()
  await hospital.push(position(1)).expect(200, { ...NOTHING, accepted: 1 })
  await hospital.push(position(2)).expect(200, { ...NOTHING, accepted: 1 })
  await test.broker.thaw()
  await expect.poll(() => hospital.metric('wardtrack_kafka_in_use'), QUEUE_WAIT).toBe(1)
  await hospital.push(position(3)).expect(200, { ...NOTHING, accepted: 1 })
  await expect.poll(stored, QUEUE_WAIT).toBe(4)
})
