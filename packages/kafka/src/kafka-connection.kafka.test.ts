import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '@wardtrack/service-kit'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { isDoneUpTo, type KafkaConnection, openKafka, type ReadMessage, type TopicConsumer } from './index.ts'
import { startTestBroker, type TestBroker } from './testing/test-broker.ts'

vi.setConfig({ testTimeout: 400_000 })
const WAIT = { timeout: 120_000, interval: 50 }
const PARTITIONS = 4
const KAFKA_ERROR = { name: expect.stringMatching(/^KafkaJS/) }
let broker: TestBroker
let connections: KafkaConnection[] = []
let consumers: TopicConsumer[] = []
let topicNumber = 0

beforeAll(async () => {
  broker = await startTestBroker()
})
afterAll(() => {
  vi.resetConfig()
  return broker.remove()
})
afterEach(async () => {
  await Promise.all(consumers.map((consumer) => consumer.close()))
  await Promise.all(connections.map((connection) => connection.close()))
  connections = []
  consumers = []
})

/** Opens a connection like another process. */
async function connect(): Promise<KafkaConnection> {
  const settings = {
    brokers: [broker.address],
    clientId: 'test',
    topicPrefix: 'test',
    partitions: PARTITIONS,
    replication: -1,
    tls: false,
  }
  const connection = await openKafka(settings, createLog({ service: 'test', level: 'silent' }))
  connections.push(connection)
  return connection
}
async function makeTopic(connection: KafkaConnection): Promise<string> {
  topicNumber += 1
  const topic = connection.nameOf(`topic-${topicNumber}`)
  await connection.ensureTopics([topic])
  return topic
}
/** Starts a consumer that records its handled messages by key. */
function consume(
  connection: KafkaConnection,
  topic: string,
  { doing }: { doing?: (messages: readonly ReadMessage[]) => Promise<void> } = {},
) {
  const done: { key: string; value: number }[] = []
  const consumer = connection.consume({
    topic,
    groupId: `${topic}.group`,
    concurrency: PARTITIONS,
    maxBatch: 50,
    handle: async (messages) => {
      await doing?.(messages)
      for (const { key, value } of messages) done.push({ key, value: Number(value.toString()) })
    },
  })
  consumers.push(consumer)
  return { done, consumer }
}
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    key: `asset-${(from + n) % 7}`,
    value: Buffer.from(String(from + n)),
  }))
const valuesOf = (done: readonly { value: number }[]): number[] =>
  [...new Set(done.map(({ value }) => value))].sort((a, b) => a - b)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
const expectOrder = (done: readonly { key: string; value: number }[]): void => {
  for (let asset = 0; asset < 7; asset += 1) {
    const values = done.filter(({ key }) => key === `asset-${asset}`).map(({ value }) => value)
    expect(values).toEqual([...values].sort((a, b) => a - b))
  }
}

it('delivers every message once, in order for its key, and commits it afterwards', async () => {
  const connection = await connect()
  const topic = await makeTopic(connection)
  await connection.producer.send(topic, numbers(400))
  const before = await connection.offsets(topic, `${topic}.group`)
  expect(before.lag).toBe(400)
  expect(isDoneUpTo(before, before.end)).toBe(false)
  const { done } = consume(connection, topic)
  await expect.poll(async () => (await connection.offsets(topic, `${topic}.group`)).lag, WAIT).toBe(0)
  expect(valuesOf(done)).toEqual(upTo(400))
  expect(done).toHaveLength(400)
  expectOrder(done)
  expect(isDoneUpTo(await connection.offsets(topic, `${topic}.group`), before.end)).toBe(true)
})

it('delivers a message again while its handling fails, and does not commit it', async () => {
  const connection = await connect()
  const topic = await makeTopic(connection)
  await connection.producer.send(topic, numbers(3))
  let isFailing = true
  let attempts = 0
  const { done } = consume(connection, topic, {
    doing: async () => {
      attempts += 1
      if (isFailing) throw new Error('the store is away')
    },
  })
  await expect.poll(() => attempts, WAIT).toBeGreaterThan(2)
  expect((await connection.offsets(topic, `${topic}.group`)).lag).toBe(3)
  isFailing = false
  await expect.poll(() => valuesOf(done), WAIT).toEqual(upTo(3))
})

it('shares the partitions with a second member, and takes them over when that member leaves', async () => {
  const [first, second] = [await connect(), await connect()]
  const topic = await makeTopic(first)
  const one = consume(first, topic)
  await first.producer.send(topic, numbers(70))
  await expect.poll(() => one.done.length, WAIT).toBe(70)
  const two = consume(second, topic)
  let sent = 70
  await expect
    .poll(async () => {
      await first.producer.send(topic, numbers(70, sent))
      sent += 70
      return two.done.length
    }, WAIT)
    .toBeGreaterThan(0)
  await two.consumer.close()
  await first.producer.send(topic, numbers(70, sent))
  sent += 70
  await expect.poll(() => valuesOf([...one.done, ...two.done]), WAIT).toEqual(upTo(sent))
})

it('continues after a broker was killed and restarted, without losing sent messages', async () => {
  const connection = await connect()
  const topic = await makeTopic(connection)
  const { done } = consume(connection, topic)
  await connection.producer.send(topic, numbers(100))
  await expect.poll(() => valuesOf(done), WAIT).toEqual(upTo(100))
  await connection.producer.send(topic, numbers(100, 100))
  await broker.kill()
  await expect(connection.producer.send(topic, numbers(1, 1_000))).rejects.toMatchObject(KAFKA_ERROR)
  await expect(connection.offsets(topic, `${topic}.group`)).rejects.toMatchObject(KAFKA_ERROR)
  await broker.restart()
  await expect
    .poll(
      () =>
        connection.producer.send(topic, numbers(100, 200)).then(
          () => true,
          () => false,
        ),
      WAIT,
    )
    .toBe(true)
  await expect.poll(() => valuesOf(done).filter((value) => value < 300), WAIT).toEqual(upTo(300))
})

it('soon reports a hanging broker', async () => {
  const connection = await connect()
  const topic = await makeTopic(connection)
  await connection.producer.send(topic, numbers(10))
  await broker.freeze()
  await expect(connection.producer.send(topic, numbers(10, 10))).rejects.toMatchObject({
    name: 'TimeLimitError',
  })
  await broker.thaw()
  await sleep(100)
  await expect
    .poll(
      () =>
        connection.producer.send(topic, numbers(10, 20)).then(
          () => true,
          () => false,
        ),
      WAIT,
    )
    .toBe(true)
})

it('closes when there is nothing to read, and while the broker is unreachable', async () => {
  const connection = await connect()
  const topic = await makeTopic(connection)
  const { done, consumer } = consume(connection, topic)
  await connection.producer.send(topic, numbers(1))
  await expect.poll(() => done.length, WAIT).toBe(1)
  await consumer.close()
  const second = consume(connection, topic)
  await broker.kill()
  await second.consumer.close()
  await broker.restart()
  // A restarted broker accepts requests a moment before it knows its groups.
  const lag = () =>
    connection.offsets(topic, `${topic}.group`).then(
      (offsets) => offsets.lag,
      () => undefined,
    )
  await expect.poll(lag, WAIT).toBe(0)
})
