import { type Database, openDatabase } from '@wardtrack/database'
import {
  BUS_GAP,
  type BusLog,
  createEventBus,
  createLog,
  createMetrics,
  type EventBus,
} from '@wardtrack/service-kit'
import { openBusLog } from '@wardtrack/service-runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestStore, TEST_JWT_SECRET, TEST_WAIT, type TestStore } from './open-test-app.ts'

/** Topics of these tests. */
type Topics = { topic: unknown }

const log = createLog({ service: 'test', level: 'silent', stdout: true })
let store: TestStore
let db: Database
let entries: BusLog
const open: EventBus<Topics>[] = []
beforeEach(async () => {
  store = await openTestStore()
  db = await openDatabase(store.uri)
  entries = openBusLog(db)
})
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close()
  await db.close()
  await store.drop()
})

/** Opens a bus like that of another process, and records its events. */
async function openBus(more: { secret?: string; entries?: BusLog } = {}) {
  const metrics = createMetrics()
  const secret = TEST_JWT_SECRET
  const through = { entries, secret, from: await entries.newest(), ...more }
  const bus = createEventBus<Topics>({ log, metrics, store: through })
  open.push(bus)
  const received: unknown[] = []
  const gaps = vi.fn()
  bus.subscribe('topic', (payload) => received.push(payload))
  bus.subscribe(BUS_GAP, gaps)
  return { bus, received, gaps, metrics }
}

test('delivers events to other processes once and in their order, and not twice to the publisher', async () => {
  const [first, second] = [await openBus(), await openBus()]
  first.bus.publish('topic', { n: 1 })
  first.bus.publish('topic', { n: 2 })
  await vi.waitFor(() => expect(second.received).toEqual([{ n: 1 }, { n: 2 }]), TEST_WAIT)
  second.bus.publish('topic', { n: 3 })
  const all = [{ n: 1 }, { n: 2 }, { n: 3 }]
  await vi.waitFor(() => expect(first.received).toEqual(all), TEST_WAIT)
  expect(second.received).toEqual(all)
  const late = await openBus()
  first.bus.publish('topic', 'later')
  await vi.waitFor(() => expect(late.received).toEqual(['later']), TEST_WAIT)
  for (const { gaps } of [first, second, late]) expect(gaps).not.toHaveBeenCalled()
  // Caches do not rely on a bus that is late.
  expect([first.bus.acrossProcesses, first.bus.connected()]).toEqual([false, true])
})

test('loses, repeats and reorders no event when several processes publish at the same time', async () => {
  const buses = await Promise.all(Array.from({ length: 4 }, () => openBus()))
  const COUNT = 300
  for (let n = 0; n < COUNT; n += 1) {
    for (const [who, { bus }] of buses.entries()) bus.publish('topic', { who, n })
    if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const inOrder = Array.from({ length: COUNT }, (_, n) => n)
  await vi.waitFor(() => {
    for (const { received } of buses) expect(received).toHaveLength(COUNT * buses.length)
  }, TEST_WAIT)
  for (const { received } of buses)
    for (const who of buses.keys())
      expect(
        (received as { who: number; n: number }[]).filter((message) => message.who === who).map(({ n }) => n),
      ).toEqual(inOrder)
  const numbers = (await entries.readFrom(0, 10_000)).map(({ number }) => number)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  for (const { gaps } of buses) expect(gaps).not.toHaveBeenCalled()
})

test('publishes waiting events when the process stops', async () => {
  const [first, second] = [await openBus(), await openBus()]
  first.bus.publish('topic', 'last')
  await first.bus.close()
  expect(await entries.newest()).toBe(1)
  await vi.waitFor(() => expect(second.received).toEqual(['last']), TEST_WAIT)
})

test('stores no readable text, and drops and counts entries of another installation', async () => {
  const reader = await openBus()
  const stranger = await openBus({ secret: 'another secret of forty characters here' })
  stranger.bus.publish('topic', 'Zebulon')
  await vi.waitFor(async () => expect(await entries.newest()).toBe(1), TEST_WAIT)
  // A recording under the next number is invalid: it was sealed for another number.
  const friend = await openBus()
  friend.bus.publish('topic', 'Zebulon')
  await vi.waitFor(() => expect(reader.received).toEqual(['Zebulon']), TEST_WAIT)
  const [, recorded] = await entries.readFrom(1, 2)
  expect(recorded && (await entries.append({ ...recorded, number: 3 }))).toBe(true)
  friend.bus.publish('topic', 'after')
  await vi.waitFor(() => expect(reader.received).toEqual(['Zebulon', 'after']), TEST_WAIT)
  for (const { sealed } of await entries.readFrom(0, 10))
    expect(sealed.toString('latin1')).not.toContain('Zeb')
  const { values = [] } =
    (await reader.metrics.registry.getSingleMetric('wardtrack_bus_messages_dropped_total')?.get()) ?? {}
  expect(values).toEqual([expect.objectContaining({ labels: { reason: 'unsigned' }, value: 2 })])
})

test('reports a gap to a process when entries were removed before it read them', async () => {
  const [first, second] = [await openBus(), await openBus()]
  first.bus.publish('topic', 1)
  await vi.waitFor(() => expect(second.received).toEqual([1]), TEST_WAIT)
  await db.models.busMessages.deleteMany({})
  await vi.waitFor(() => {
    for (const { gaps } of [first, second]) expect(gaps).toHaveBeenCalledTimes(1)
  }, TEST_WAIT)
  first.bus.publish('topic', 2)
  second.bus.publish('topic', 3)
  await vi.waitFor(() => {
    for (const { received } of [first, second])
      expect(received.toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3])
  }, TEST_WAIT)
})

test('reports a gap to the others when an entry could not be stored, and delivers later events', async () => {
  const reader = await openBus()
  let isDown = true
  const failing: BusLog = {
    ...entries,
    append: (entry) => (isDown ? Promise.reject(new Error('no store')) : entries.append(entry)),
  }
  const writer = await openBus({ entries: failing })
  writer.bus.publish('topic', 'lost')
  await vi.waitFor(() => expect(writer.received).toEqual(['lost']), TEST_WAIT)
  await new Promise((resolve) => setTimeout(resolve, 100))
  isDown = false
  writer.bus.publish('topic', 'back')
  await vi.waitFor(() => expect(reader.received).toEqual(['back']), TEST_WAIT)
  expect(reader.gaps).toHaveBeenCalledTimes(1)
})
