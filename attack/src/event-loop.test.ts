import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from './addresses.ts'
import type { LoopDelay } from './event-loop/loop-watch.ts'
import { WORST_FILES } from './event-loop/worst-files.ts'
import { fillHospital, position } from './hospital.ts'
import { pause } from './progress-probe.ts'
import { type Answer, attempts, openTarget, type Target } from './target.ts'

/** Sizes of the files in MB; a call that accepts less gets its largest one. */
const SIZES_MB = [5, 1, 20].slice(0, attempts(1, 3))
/**
 * Longest turn of the event loop in milliseconds of processor time. Two busy processes on one core share its caches,
 * so the short form, which runs beside other tests, allows more.
 */
const MAX_TURN_MS = attempts(150, 50)
/**
 * Attempts of a file above the limit. A long turn of the product recurs with the same file; one that the garbage
 * collector or the compiler lengthens by chance does not, so the shortest counts. All attempts must have the same
 * answer, because a refused file takes a shorter way.
 */
const MOST_ATTEMPTS = 3
/** Milliseconds after which a product that does not answer fails the test. */
const PATIENCE_MS = 120_000
const WATCH = new URL('../dist/event-loop/loop-watch.js', import.meta.url).href

let target: Target
beforeAll(async () => {
  target = await openTarget({ NODE_OPTIONS: `--import ${WATCH}`, WARDTRACK_LIMITS: 'mapFences=40000' })
  await fillHospital(target, { equipment: 200, patients: 0 })
  // The first requests compile code and fill caches.
  for (let n = 0; n < 100; n += 1) await pushOne(n)
  await longestTurn()
})
afterAll(() => target.close())

const pushOne = (n: number) =>
  target.send('POST', addressOf('ingestLocations'), {
    headers: target.people.key,
    body: { ...position(n), AssetId: `E-${1 + (n % 200)}` },
  })

/** Returns the longest turn of the product's event loop since the last call. */
async function longestTurn(): Promise<LoopDelay> {
  const lines = () => target.output().match(/^loop .*$/gm) ?? []
  const before = lines().length
  process.kill(target.pid, 'SIGUSR2')
  const end = performance.now() + PATIENCE_MS
  while (lines().length <= before) {
    if (performance.now() > end) throw new Error('the product does not report its event loop')
    await pause(5)
  }
  return JSON.parse(lines().at(-1)?.slice('loop '.length) ?? '') as LoopDelay
}

const described = ({ cpuMs, wallMs }: LoopDelay): string =>
  `${cpuMs.toFixed(0)} ms of processor time, ${wallMs.toFixed(0)} ms in all`

/** Sends a file again while the sender's share is used up, so that the whole way of the file is measured. */
async function sendWhenAdmitted(send: () => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await send()
    if (answer.status !== 429) return answer
    if (performance.now() > end) throw new Error('the share of the sender stays used up')
    await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}

test('small pushes alone do not stop the event loop', async () => {
  for (let n = 0; n < 100; n += 1) expect((await pushOne(n)).status).toBe(200)
  const longest = await longestTurn()
  console.log(`event loop, small pushes alone: ${described(longest)}`)
  expect(longest.cpuMs).toBeLessThan(MAX_TURN_MS)
})

test.each(WORST_FILES)('$title does not stop the event loop', async ({ title, largestMb, send }) => {
  for (const mb of new Set(SIZES_MB.map((size) => Math.min(size, largestMb)))) {
    let shortest = Number.POSITIVE_INFINITY
    let first: number | undefined
    for (let attempt = 1; attempt <= MOST_ATTEMPTS && shortest >= MAX_TURN_MS; attempt += 1) {
      await longestTurn()
      const { status, text } = await sendWhenAdmitted(() => send(target, Math.floor(mb * 1024 * 1024)))
      const longest = await longestTurn()
      console.log(
        `event loop, ${title}, ${mb} MB: ${described(longest)}, answered ${status}${status === 200 ? '' : ` ${text.slice(0, 120)}`}`,
      )
      expect([200, 400, 413], `answered ${text.slice(0, 300)}`).toContain(status)
      first ??= status
      expect(status, 'the answer of the first attempt').toBe(first)
      shortest = Math.min(shortest, longest.cpuMs)
    }
    expect.soft(shortest, `${mb} MB`).toBeLessThan(MAX_TURN_MS)
  }
})
