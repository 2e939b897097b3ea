import { type Database, type DeliveryDoc, openDatabase } from '@wardtrack/database'
import { openTestStore, type TestStore } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addDeliveries, OUTBOX_TIMES, openOutbox } from './outbox.ts'

const KIND = 'GeofenceAlert'

let store: TestStore
let db: Database

beforeAll(async () => {
  store = await openTestStore()
  db = await openDatabase(store.uri)
})
beforeEach(async () => {
  await db.driver.deliveries.deleteMany()
})
afterAll(async () => {
  await db.close()
  await store.drop()
})

const delivery = (id: string, createdAt: Date, nextAt: Date): DeliveryDoc => ({
  _id: `${KIND}|${id}`,
  kind: KIND,
  payload: id,
  pending: true,
  createdAt,
  attempts: 1,
  nextAt,
})
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000)

test('reports a failed write next to an existing delivery, and stores the rest', async () => {
  const writeErrors = [
    { index: 0, code: 11_000, errmsg: 'taken' },
    { index: 1, code: 10_334, errmsg: 'too large' },
  ]
  const error = Object.assign(new Error('taken'), { code: 11_000, writeErrors })
  const failing = Object.create(db.driver.deliveries, { bulkWrite: { value: () => Promise.reject(error) } })
  const deliveries = [
    { id: 'a', payload: '{}' },
    { id: 'b', payload: '{}' },
  ]
  const failingDb = { ...db, driver: { ...db.driver, deliveries: failing } }
  await expect(addDeliveries(failingDb, KIND, deliveries)).rejects.toBe(error)
  error.writeErrors.pop()
  await addDeliveries(failingDb, KIND, deliveries)
})

test('claims without reading the backlog that is not due', async () => {
  const backlog = Array.from({ length: 500 }, (_, n) => delivery(`later-${n}`, ago(900), ago(-300)))
  await db.driver.deliveries.insertMany([...backlog, delivery('due', ago(10), ago(10))])
  const claim = vi.spyOn(db.driver.deliveries, 'findOneAndUpdate')
  const claimed = await openOutbox(db, KIND, OUTBOX_TIMES).claim()
  expect(claimed?.payload).toBe('due')
  const [filter, , options] = claim.mock.calls[0] as unknown as [object, object, { sort: Record<string, 1> }]
  claim.mockRestore()
  await db.driver.deliveries.updateOne({ _id: `${KIND}|due` }, { $set: { nextAt: ago(10) } })
  const plan = await db.driver.deliveries.find(filter).sort(options.sort).limit(1).explain('executionStats')
  expect(plan['executionStats']).toMatchObject({ nReturned: 1, totalDocsExamined: 1 })
})

test('makes deliveries to an unreachable receiver due again in their original order', async () => {
  await db.driver.deliveries.insertMany([
    { ...delivery('z-first', ago(30), ago(-300)), unreachable: true },
    { ...delivery('a-second', ago(20), ago(-300)), unreachable: true },
    delivery('refused', ago(40), ago(-300)),
  ])
  const outbox = openOutbox(db, KIND, OUTBOX_TIMES)
  await outbox.retryUnreachable()
  expect((await outbox.claim())?.payload).toBe('z-first')
  expect((await outbox.claim())?.payload).toBe('a-second')
  expect(await outbox.claim()).toBeNull()
})

test('a lane keeps its order through an outage of any length, and continues past a delivery that is refused for itself', async () => {
  const outbox = openOutbox(db, KIND, OUTBOX_TIMES)
  const lane = 'rule-1'
  const inLane = (id: string, seconds: number) => ({ ...delivery(id, ago(seconds), ago(seconds)), lane })
  await db.driver.deliveries.insertMany([{ ...inLane('first', 20), attempts: 30 }, inLane('second', 10)])
  const first = await outbox.claim()
  expect(first?.payload).toBe('first')
  await outbox.markFailed(first!, { reason: 'connect ECONNREFUSED', pauseMs: 60_000, isLaneAway: true })
  await db.driver.deliveries.updateOne({ _id: `${KIND}|second` }, { $set: { nextAt: ago(5) } })
  expect(await outbox.claim()).toBeNull()

  await outbox.markFailed(first!, { reason: '422', pauseMs: 60_000 })
  await db.driver.deliveries.updateOne({ _id: `${KIND}|second` }, { $set: { nextAt: ago(5) } })
  expect((await outbox.claim())?.payload).toBe('second')
})
