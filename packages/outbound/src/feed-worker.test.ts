import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Delivery } from './delivery-lanes.ts'
import { numbered, numberedDelivery } from './testing/numbered-source.ts'
import { type FeedTest, openFeedTest, startReceiver } from './testing/open-feed-test.ts'
import { SHORT_TIMES } from './testing/short-times.ts'

const LANES = ['a', 'b', 'c', 'd', 'e', 'f']

let feedTest: FeedTest
beforeAll(async () => {
  feedTest = await openFeedTest()
})
beforeEach(() => feedTest.reset())
afterEach(() => feedTest.closeWorkers())
afterAll(() => feedTest.close())

const keys = () => feedTest.mirth.received.map(({ key }) => key)
const numbersOf = (lane: string) =>
  feedTest.mirth.received
    .map(({ body }) => body as { lane: string; n: number })
    .filter((body) => body.lane === lane)
    .map(({ n }) => n)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const expectEmpty = () =>
  vi.waitFor(async () => expect(await feedTest.db.driver.deliveryFeed.countDocuments({})).toBe(0), TEST_WAIT)
const addRounds = async (rounds: number, lanes: readonly string[] = LANES): Promise<void> => {
  for (const n of upTo(rounds)) await feedTest.feed.add(lanes.map((lane) => numbered(lane, n)))
}
const addressState = () => feedTest.db.models.deliveryAddresses.findOne({ _id: 'AssetLocation' })

test('delivers one lane in order, several lanes in parallel, and each delivery once', async () => {
  await addRounds(20)
  feedTest.mirth.answer = (_request, response) => setTimeout(() => response.writeHead(204).end(), 3)
  feedTest.start()
  await expectEmpty()
  expect(keys()).toHaveLength(LANES.length * 20)
  for (const lane of LANES) expect(numbersOf(lane)).toEqual(upTo(20))
  expect(feedTest.mirth.maxConcurrent).toBeGreaterThan(1)
  expect(feedTest.mirth.maxConcurrent).toBeLessThanOrEqual(16)
  expect(feedTest.mirth.received[0]).toMatchObject({ key: 'a:0', body: { lane: 'a', n: 0 } })
  await vi.waitFor(
    async () => expect((await addressState())?.lastDeliveredAt).toBeInstanceOf(Date),
    TEST_WAIT,
  )
})

test('keeps connections open between deliveries', async () => {
  await addRounds(10, ['a'])
  feedTest.start()
  await expectEmpty()
  // The next delivery may start before the previous one's connection is free again.
  expect(feedTest.mirth.connections).toBeLessThanOrEqual(2)
})

test('a refused delivery blocks only its lane, and is retried until it is accepted', async () => {
  await addRounds(5)
  let refused = 0
  feedTest.mirth.answer = ({ key }, response) => {
    if (key === 'b:1' && refused < 4) refused += 1
    else return void response.writeHead(200).end()
    response.writeHead(422).end()
  }
  feedTest.start()
  await expectEmpty()
  expect(refused).toBe(4)
  expect(numbersOf('b')).toEqual([0, 1, 1, 1, 1, 1, 2, 3, 4])
  expect(numbersOf('a')).toEqual(upTo(5))
})

test('a repeatedly refused delivery is retried separately, and its lane continues', async () => {
  await addRounds(30, ['a', 'b'])
  let isMended = false
  feedTest.mirth.answer = ({ key }, response) =>
    response.writeHead(key === 'a:2' && !isMended ? 400 : 200).end()
  feedTest.start()
  await vi.waitFor(() => expect(numbersOf('a')).toContain(29), TEST_WAIT)
  await vi.waitFor(async () => expect(await feedTest.feed.pending()).toBe(1), TEST_WAIT)
  expect([...new Set(numbersOf('a'))]).toEqual(upTo(30))
  isMended = true
  await expectEmpty()
})

test('an unreachable receiver costs no memory and no reads, and gets all deliveries in order afterwards', async () => {
  const port = Number(new URL(feedTest.mirth.url).port)
  await feedTest.mirth.close()
  const lanes = Array.from({ length: 100 }, (_, n) => `lane-${n}`)
  await addRounds(15, lanes)
  const load = vi.fn(
    async (refs: readonly string[]) => new Map(refs.map((ref) => [ref, numberedDelivery(ref)])),
  )
  feedTest.start({ source: { kind: 'AssetLocation', load } })
  await vi.waitFor(
    async () => expect((await addressState())?.lastError).toBe('connection-refused'),
    TEST_WAIT,
  )
  const countLoaded = () => load.mock.calls.flatMap(([refs]) => refs).length
  const loaded = countLoaded()
  expect(loaded).toBeLessThan(15 * lanes.length)
  await addRounds(3, ['late'])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(countLoaded()).toBe(loaded)
  expect(await feedTest.feed.pending()).toBe(15 * lanes.length + 3)
  feedTest.mirth = await startReceiver(port)
  await expectEmpty()
  for (const lane of lanes) expect(numbersOf(lane)).toEqual(upTo(15))
  expect(numbersOf('late')).toEqual(upTo(3))
  await vi.waitFor(async () => expect((await addressState())?.lastError).toBeUndefined(), TEST_WAIT)
})

test('a redirect is not followed and counts as a failure', async () => {
  const redirectTarget = await startReceiver()
  await addRounds(1, ['a'])
  feedTest.mirth.answer = (_request, response) =>
    response.writeHead(307, { location: redirectTarget.url }).end()
  feedTest.start()
  await vi.waitFor(
    async () => expect((await addressState())?.lastError).toBe('The server answered with status 307.'),
    TEST_WAIT,
  )
  expect(redirectTarget.received).toEqual([])
  feedTest.mirth.answer = (_request, response) => response.writeHead(200).end()
  await expectEmpty()
  await redirectTarget.close()
})

test.each(['hangs', 'closes'] as const)('a receiver that %s gets a retry under the same key', async (way) => {
  await addRounds(1, ['a'])
  feedTest.mirth.answer = (_request, response) => {
    if (feedTest.mirth.received.length > 1) response.writeHead(200).end()
    else if (way === 'closes') response.destroy()
  }
  feedTest.start({ times: { ...SHORT_TIMES, timeoutMs: 2_000 } })
  await expectEmpty()
  expect(keys()).toEqual(['a:0', 'a:0'])
})

test('a paused address gets nothing, and everything when it is resumed', async () => {
  await addRounds(3)
  const { setting } = feedTest
  if (setting) feedTest.setting = { ...setting, isPaused: true }
  feedTest.start()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(keys()).toEqual([])
  feedTest.setting = setting
  await expectEmpty()
  for (const lane of LANES) expect(numbersOf(lane)).toEqual(upTo(3))
})

test('waiting deliveries are dropped without an address', async () => {
  await addRounds(3)
  feedTest.setting = undefined
  feedTest.start()
  await expectEmpty()
  expect(keys()).toEqual([])
})

test('deliveries after an object that is not stored yet wait for it', async () => {
  const missing = new Set([numbered('a', 1)])
  const asked: string[] = []
  const load = async (refs: readonly string[]) => {
    asked.push(...refs)
    const storedRefs = refs.filter((ref) => !missing.has(ref))
    return new Map(storedRefs.map((ref) => [ref, numberedDelivery(ref)] as const))
  }
  await addRounds(2, ['a', 'b'])
  const worker = feedTest.start({
    source: { kind: 'AssetLocation', load },
    times: { ...SHORT_TIMES, pollMs: 60_000, rescanMs: 60_000 },
  })
  await vi.waitFor(() => expect(keys()).toContain('b:1'), TEST_WAIT)
  expect(asked).toContain('a:1')
  expect(numbersOf('a')).toEqual([0])
  // The sender gets its answer when the object is stored, and then sends the next one.
  missing.clear()
  await feedTest.feed.add([numbered('a', 2), numbered('b', 2)])
  worker.wake()
  await vi.waitFor(() => expect(numbersOf('a')).toEqual([0, 1, 2]), TEST_WAIT)
  await vi.waitFor(() => expect(numbersOf('b')).toEqual([0, 1, 2]), TEST_WAIT)
})

test('a delivery is sent once its object is stored, and never when the object is not to be delivered', async () => {
  await feedTest.feed.add(['a:0', 'b:0', 'c:0'])
  const stored = new Set(['c:0'])
  const load = async (refs: readonly string[]) => {
    const found = new Map<string, Delivery | null>([['b:0', null]])
    for (const ref of refs) if (stored.has(ref)) found.set(ref, numberedDelivery(ref))
    return found
  }
  feedTest.start({ source: { kind: 'AssetLocation', load } })
  await vi.waitFor(() => expect(keys()).toEqual(['c:0']), TEST_WAIT)
  stored.add('a:0')
  await expectEmpty()
  expect(keys()).toEqual(['c:0', 'a:0'])
})

test('an object that is never stored is given up in the end', async () => {
  await feedTest.feed.add(['a:0'])
  const source = { kind: 'AssetLocation' as const, load: async () => new Map() }
  feedTest.start({ source, times: { ...SHORT_TIMES, missingMs: 50 } })
  await expectEmpty()
  expect(keys()).toEqual([])
})

test('patient data is sent only where a person with the flag allowed it, and several disclosures share an audit entry', async () => {
  const { setting } = feedTest
  if (setting) feedTest.setting = { ...setting, mayReceivePatients: false }
  await feedTest.feed.add(['patient-1:0', 'pump:0'])
  const receiver = vi.fn(async () => feedTest.setting)
  feedTest.start({ receiver })
  await expectEmpty()
  expect(keys()).toEqual(['pump:0'])
  feedTest.setting = setting
  receiver.mockClear()
  await vi.waitFor(() => expect(receiver).toHaveBeenCalled(), TEST_WAIT)
  await feedTest.feed.add(['patient-1:1', 'patient-2:0', 'patient-1:2', 'pump:1'])
  await expectEmpty()
  const disclosedIds = () => feedTest.disclosures.flatMap(({ patients }) => [...patients])
  await vi.waitFor(
    () => expect(new Set(disclosedIds())).toEqual(new Set(['patient-1', 'patient-2'])),
    TEST_WAIT,
  )
  expect(feedTest.disclosures.reduce((sum, { things }) => sum + things, 0)).toBe(3)
  expect(feedTest.disclosures[0]).toMatchObject({ status: 204, host: new URL(feedTest.mirth.url).host })
})

test('a full outbox drops the oldest deliveries, and reports it', async () => {
  const { setting } = feedTest
  if (setting) feedTest.setting = { ...setting, isPaused: true }
  await addRounds(100)
  feedTest.start({ limits: { outbox: 300, outboxDays: 7 } })
  await vi.waitFor(async () => expect(await feedTest.feed.pending()).toBe(282), TEST_WAIT)
  await vi.waitFor(async () => expect((await addressState())?.dropped).toBe(318), TEST_WAIT)
  await vi.waitFor(
    () => expect(feedTest.figures.at(-1)).toMatchObject({ pending: 282, dropped: 0 }),
    TEST_WAIT,
  )
  expect(feedTest.figures.map(({ dropped }) => dropped)).toContain(318)
  feedTest.setting = setting
  await expectEmpty()
  for (const lane of LANES) expect(numbersOf(lane)).toEqual(upTo(100).slice(53))
})

test('deliveries that wait too many days are dropped', async () => {
  await addRounds(2)
  const [old] = await feedTest.feed.read('', 1)
  const weekAgo = (Date.now() - 8 * 86_400_000).toString(36).padStart(9, '0')
  await feedTest.db.driver.deliveryFeed.deleteOne({ _id: old?._id ?? '' })
  await feedTest.db.driver.deliveryFeed.insertOne({
    _id: `AssetLocation|${weekAgo}0000`,
    refs: ['old:0'],
    count: 1,
  })
  const { setting } = feedTest
  if (setting) feedTest.setting = { ...setting, isPaused: true }
  feedTest.start()
  await vi.waitFor(async () => expect((await addressState())?.dropped).toBe(1), TEST_WAIT)
  expect(await feedTest.feed.pending()).toBe(LANES.length)
})
