import { type Database, openDatabase } from '@wardtrack/database'
import { createLog } from '@wardtrack/service-kit'
import { openTestStore, TEST_WAIT, type TestStore } from '@wardtrack/test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addDeliveries, deliveryState, type OutboxTimes } from './outbox.ts'
import { createOutboxWorker, type OutboxWorker } from './outbox-worker.ts'
import { type Receiver, startReceiver } from './testing/open-feed-test.ts'

const KIND = 'GeofenceAlert'
const log = createLog({ service: 'test', level: 'silent', stdout: true })
const SHORT: Partial<OutboxTimes> = { firstPauseMs: 10, longestPauseMs: 80, pollMs: 10, timeoutMs: 5_000 }

let store: TestStore
let db: Database
let mirth: Receiver
const workers: OutboxWorker[] = []

beforeAll(async () => {
  store = await openTestStore()
  db = await openDatabase(store.uri)
})
beforeEach(async () => {
  await db.driver.deliveries.deleteMany()
  mirth = await startReceiver()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((entry) => entry.close()))
  await mirth.close()
})
afterAll(async () => {
  await db.close()
  await store.drop()
})

const add = async (...ids: string[]): Promise<void> => {
  for (const id of ids) await addDeliveries(db, KIND, [{ id, payload: JSON.stringify({ id }) }])
}
const startWorker = (
  address: () => string | undefined = () => mirth.url,
  times = SHORT,
  allowed: string[] = ['127.0.0.1'],
): OutboxWorker => {
  const rules = { allowed }
  const worker = createOutboxWorker({ db, log, kind: KIND, address: async () => address(), rules, times })
  workers.push(worker)
  return worker
}
const state = () => deliveryState(db, KIND)
const allDelivered = () => vi.waitFor(async () => expect((await state()).pending).toBe(0), TEST_WAIT)
const keys = () => mirth.received.map(({ key }) => key)

test('delivers the oldest first, a few at a time, with the id as key, and only once', async () => {
  const ids = Array.from({ length: 30 }, (_, n) => `a-${n + 10}`)
  await add(...ids)
  mirth.answer = (_request, response) => setTimeout(() => response.writeHead(200).end('{"ok":true}'), 5)
  startWorker()
  await allDelivered()
  expect([...keys()].sort()).toEqual(ids)
  expect(keys().slice(0, 4).sort()).toEqual(ids.slice(0, 4))
  expect(mirth.maxConcurrent).toBeLessThanOrEqual(4)
  expect(mirth.received[0]).toMatchObject({
    body: { id: mirth.received[0]?.key },
    headers: { 'content-type': 'application/json' },
  })
  await add(...ids)
  expect(await state()).toEqual({ pending: 0, lastDeliveredAt: expect.stringMatching(/Z$/) })
})

test('a refused delivery is retried with growing pauses while the others continue', async () => {
  await add('bad', 'good')
  const times: number[] = []
  mirth.answer = ({ key }, response) => {
    if (key === 'bad') times.push(Date.now())
    response.writeHead(key === 'bad' && times.length < 4 ? 500 : 202).end()
  }
  startWorker()
  await vi.waitFor(() => expect(keys()).toContain('good'), TEST_WAIT)
  await allDelivered()
  expect(times).toHaveLength(4)
  const [first = 0, second = 0, third = 0, fourth = 0] = times
  // The pauses are at least 10, 20 and 40 ms; a slow machine may take longer.
  expect(second - first).toBeGreaterThanOrEqual(9)
  expect(third - second).toBeGreaterThanOrEqual(19)
  expect(fourth - third).toBeGreaterThanOrEqual(39)
})

test('receivers that accept nothing take half of the attempts, and others get their deliveries', async () => {
  const ids = Array.from({ length: 8 }, (_, n) => `away-${n}`)
  for (const id of ids) await addDeliveries(db, KIND, [{ id, payload: '{}', lane: id }])
  let isHolding = false
  let held = 0
  const delivered: string[] = []
  const worker = createOutboxWorker({
    db,
    log,
    kind: KIND,
    address: async () => 'many',
    times: { ...SHORT, timeoutMs: 60_000, graceMs: 10 },
    sender: {
      send: async ({ entry }, signal) => {
        if (entry.lane?.endsWith('good')) {
          delivered.push(entry._id)
          return { state: 'delivered' }
        }
        if (isHolding) {
          held += 1
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        }
        return { state: 'refused', reason: 'away', isLaneAway: true }
      },
      close: () => undefined,
    },
  })
  workers.push(worker)
  const away = () => db.driver.deliveries.countDocuments({ laneAway: true })
  await vi.waitFor(async () => expect(await away()).toBe(ids.length), TEST_WAIT)
  isHolding = true
  await vi.waitFor(() => expect(held).toBe(2), TEST_WAIT)
  for (const id of ['one', 'two', 'three'])
    await addDeliveries(db, KIND, [{ id, payload: '{}', lane: 'good' }])
  await vi.waitFor(() => expect(delivered).toHaveLength(3), TEST_WAIT)
  expect(held).toBe(2)
})

test('a redirect is not followed and counts as a failure', async () => {
  const redirectTarget = await startReceiver()
  await add('one')
  mirth.answer = (_request, response) => response.writeHead(307, { location: redirectTarget.url }).end()
  startWorker()
  await vi.waitFor(
    async () => expect((await state()).lastError).toBe('The server answered with status 307.'),
    TEST_WAIT,
  )
  expect(redirectTarget.received).toEqual([])
  mirth.answer = (_request, response) => response.writeHead(200).end()
  await allDelivered()
  await redirectTarget.close()
})

test('a delivery with a lost answer is repeated under the same key', async () => {
  await add('one')
  mirth.answer = (_request, response) => {
    if (mirth.received.length === 1) response.destroy()
    else response.writeHead(200).end()
  }
  startWorker()
  await allDelivered()
  expect(keys()).toEqual(['one', 'one'])
})

test('an attempt without an answer is ended in time and repeated', async () => {
  await add('one')
  mirth.answer = (_request, response) => {
    if (mirth.received.length > 1) response.writeHead(200).end()
  }
  startWorker(undefined, { ...SHORT, timeoutMs: 2_000 })
  await allDelivered()
  expect(keys()).toEqual(['one', 'one'])
})

test('an unreachable receiver gets one attempt at a time, and all deliveries afterwards, oldest first', async () => {
  const port = Number(new URL(mirth.url).port)
  await mirth.close()
  await add('a', 'b', 'c')
  startWorker(() => `http://127.0.0.1:${port}`)
  await vi.waitFor(async () => expect((await state()).lastError).toBe('connection-refused'), TEST_WAIT)
  expect((await state()).pending).toBe(3)
  mirth = await startReceiver(port)
  await allDelivered()
  expect([...keys()].sort()).toEqual(['a', 'b', 'c'])
})

test('two processes send each delivery once', async () => {
  await add(...Array.from({ length: 40 }, (_, n) => `${n}`))
  startWorker()
  startWorker()
  await allDelivered()
  expect(keys()).toHaveLength(40)
  expect(new Set(keys()).size).toBe(40)
})

test('another process sends the delivery of a dead process when the lease ends', async () => {
  await add('one')
  await db.driver.deliveries.updateOne({}, { $set: { nextAt: new Date(Date.now() + 300), attempts: 1 } })
  startWorker()
  await allDelivered()
  expect(keys()).toEqual(['one'])
})

test('a stop cuts off slow attempts, and a restart repeats them without delay', async () => {
  await add('slow', 'next')
  mirth.answer = () => undefined
  const first = startWorker(undefined, { ...SHORT, graceMs: 20 })
  await vi.waitFor(() => expect(keys()).toHaveLength(2), TEST_WAIT)
  await first.close()
  const waiting = await db.driver.deliveries.find().toArray()
  expect(waiting.map(({ nextAt }) => nextAt.getTime() <= Date.now())).toEqual([true, true])
  mirth.answer = (_request, response) => response.writeHead(200).end()
  startWorker()
  await allDelivered()
  expect(keys().slice(2).sort()).toEqual(['next', 'slow'])
})

test('a forbidden address is not called, and a later correction is used', async () => {
  await add('one')
  let address = mirth.url.replace('127.0.0.1', '169.254.1.1')
  startWorker(() => address)
  await vi.waitFor(async () => expect((await state()).lastError).toBe('address-not-allowed'), TEST_WAIT)
  address = mirth.url
  await allDelivered()
  expect(keys()).toEqual(['one'])
})

test('a corrected address is tried immediately, whatever the pause of the wrong one', async () => {
  const wrong = await startReceiver()
  wrong.answer = ({ key }, response) => response.writeHead(key === 'refused' ? 500 : 503).end()
  await add('refused', 'unavailable')
  let address = wrong.url
  const hour = 3_600_000
  const worker = startWorker(() => address, { ...SHORT, firstPauseMs: hour, longestPauseMs: hour })
  await vi.waitFor(async () => {
    const errors = (await db.driver.deliveries.find().toArray()).map(({ lastError }) => lastError)
    expect(new Set(errors)).toEqual(
      new Set(['The server answered with status 500.', 'The server answered with status 503.']),
    )
  }, TEST_WAIT)
  address = mirth.url
  worker.wake()
  await allDelivered()
  expect(keys().sort()).toEqual(['refused', 'unavailable'])
  await wrong.close()
})

test('deliveries postponed by a clock ahead are sent when the clock is right again', async () => {
  await add('one')
  const tomorrow = new Date(Date.now() + 86_400_000)
  await db.driver.deliveries.updateOne({}, { $set: { nextAt: tomorrow, createdAt: tomorrow } })
  startWorker()
  await allDelivered()
  expect(keys()).toEqual(['one'])
})

test('this machine is not called without permission', async () => {
  await add('one')
  startWorker(undefined, SHORT, [])
  await vi.waitFor(async () => expect((await state()).lastError).toBe('address-not-allowed'), TEST_WAIT)
  expect(mirth.received).toEqual([])
})

test('waiting deliveries are dropped without an address, other kinds are not', async () => {
  await add('one')
  await addDeliveries(db, 'Asset', [{ id: 'two', payload: '{}' }])
  startWorker(() => undefined)
  await allDelivered()
  expect((await db.driver.deliveries.find().toArray()).map(({ _id }) => _id)).toEqual(['Asset|two'])
})

test('old accepted deliveries are deleted', async () => {
  await add('one')
  startWorker(undefined, { ...SHORT, rememberMs: -1_000 })
  await vi.waitFor(async () => expect(keys()).toEqual(['one']), TEST_WAIT)
  startWorker(undefined, { ...SHORT, rememberMs: -1_000 })
  await vi.waitFor(async () => expect(await db.driver.deliveries.countDocuments({})).toBe(0), TEST_WAIT)
})
