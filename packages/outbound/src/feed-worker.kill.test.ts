import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { noteFaultRuns } from '@wardtrack/test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { numbered } from './testing/numbered-source.ts'
import { type FeedTest, openFeedTest } from './testing/open-feed-test.ts'

const PROGRAM = fileURLToPath(new URL('../dist/testing/feed-process.js', import.meta.url))
/** Number of kills: ten by `WARDTRACK_KILL_ROUNDS`, fewer in a usual run to save time. */
const KILLS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 2)
const LANES = ['a', 'b', 'c', 'd']
const ROUNDS = 30 * KILLS
const wait = { timeout: 20_000, interval: 20 }

let feedTest: FeedTest
const processes = new Set<ChildProcess>()

beforeAll(async () => {
  feedTest = await openFeedTest()
})
beforeEach(() => feedTest.reset())
afterEach(() => {
  for (const child of processes) child.kill('SIGKILL')
})
afterAll(() => feedTest.close())

function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, feedTest.storeUri, feedTest.mirth.url], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  processes.add(child)
  child.once('exit', () => processes.delete(child))
  return child
}
/** Returns the numbers of a lane in the order of their first arrival. */
const arrivedIn = (lane: string): number[] => [
  ...new Set(
    feedTest.mirth.received
      .map(({ body }) => body as { lane: string; n: number })
      .filter((body) => body.lane === lane)
      .map(({ n }) => n),
  ),
]
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const expectEmpty = () =>
  vi.waitFor(async () => expect(await feedTest.db.driver.deliveryFeed.countDocuments({})).toBe(0), wait)

test('no delivery is lost and every lane keeps its order, however often the process is killed', async () => {
  for (const n of upTo(ROUNDS)) await feedTest.feed.add(LANES.map((lane) => numbered(lane, n)))
  feedTest.mirth.answer = (_one, response) => setTimeout(() => response.writeHead(200).end(), 5)
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = feedTest.mirth.received.length
    const child = startProcess()
    await vi.waitFor(() => expect(feedTest.mirth.received.length).toBeGreaterThan(before + 10), wait)
    await sleep(Math.random() * 100)
    child.kill('SIGKILL')
  }
  startProcess()
  await expectEmpty()
  for (const lane of LANES) expect(arrivedIn(lane)).toEqual(upTo(ROUNDS))
  const keyOf = new Map<string, Set<string>>()
  for (const { key, body } of feedTest.mirth.received) {
    const text = JSON.stringify(body)
    keyOf.set(text, (keyOf.get(text) ?? new Set()).add(key))
  }
  expect([...keyOf.values()].every((keys) => keys.size === 1)).toBe(true)
  noteFaultRuns({ kind: 'kill -9: the worker of deliveries', runs: KILLS })
}, 120_000)

test('only one of several processes delivers at a time, and another takes over when it is gone', async () => {
  const [first] = [startProcess(), startProcess(), startProcess()]
  await sleep(500)
  for (const n of upTo(50)) await feedTest.feed.add(LANES.map((lane) => numbered(lane, n)))
  await expectEmpty()
  expect(feedTest.mirth.received).toHaveLength(50 * LANES.length)
  for (const lane of LANES) expect(arrivedIn(lane)).toEqual(upTo(50))
  first?.kill('SIGKILL')
  await feedTest.feed.add(LANES.map((lane) => numbered(lane, 50)))
  await expectEmpty()
  for (const lane of LANES) expect(arrivedIn(lane)).toEqual(upTo(51))
}, 60_000)
