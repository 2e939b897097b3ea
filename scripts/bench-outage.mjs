// Measures the outage of a receiver while positions arrive at the rate of a large hospital (docs/adr/0015). It
// compares answers and memory of the service before and during the outage, and times the deliveries afterwards. Each
// delivery has one key, and those of an asset keep their order.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEvents } from './lib/bench-hospital.mjs'
import { sendFor } from './lib/bench-load.mjs'
import { rangeOf, residentMb } from './lib/bench-memory.mjs'
import { BENCH_KEY, openBenchStore, setDeliveryAddresses, startBenchService } from './lib/bench-service.mjs'

/** Rate of positions: each connection sends a request of this many a second. */
const CONNECTIONS = 20
const BATCH = 25
const RATE = CONNECTIONS * BATCH
const MINUTE_MS = 60_000
/** Time without an address, measured first for comparison of answers and memory. */
const BASELINE_MS = MINUTE_MS
const SAMPLE_MS = 5_000
/** Maximum minutes for the remaining deliveries, for each minute of the outage. */
const DRAIN_MINUTES = 3

/**
 * Runs the bench.
 * @param {{ minutes?: number }} options `minutes`: length of the outage
 */
export async function benchOutage({ minutes = 5 } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-outage-'))
  const closers = [() => rm(dir, { recursive: true, force: true })]
  try {
    const store = await openBenchStore(dir, closers)
    const { db } = store
    const receiver = await startReceiver()
    closers.unshift(receiver.close)
    const service = await startBenchService(store, closers, {
      settings: { WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1' },
    })
    const load = { url: `${service.url}/location/api/ingest/locations`, events: createEvents() }
    const before = await phase(load, service.pid, BASELINE_MS)
    await setDeliveryAddresses(db, { AssetLocation: receiver.url })
    const during = await phase(load, service.pid, minutes * MINUTE_MS)
    const waiting = await countWaiting(db)
    receiver.isUp = true
    const drained = await drain(db, receiver, service.pid, minutes * DRAIN_MINUTES * MINUTE_MS)
    return { minutes, before, during, waiting, drained, received: receiver.figures() }
  } finally {
    for (const close of closers) await close()
  }
}

/**
 * Starts a receiver that answers 503 until `isUp`. Then it keeps the key of each delivery, and the newest time of
 * each asset.
 */
async function startReceiver() {
  const keys = new Set()
  const newest = new Map()
  const figures = { repeated: 0, disordered: 0, refused: 0 }
  const take = (request, text) => {
    const key = String(request.headers['idempotency-key'])
    const { AssetId, time } = JSON.parse(text)
    if (keys.has(key)) figures.repeated += 1
    else if (time < (newest.get(AssetId) ?? '')) figures.disordered += 1
    else newest.set(AssetId, time)
    keys.add(key)
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => {
      text += piece
    })
    request.on('end', () => {
      if (!receiver.isUp) figures.refused += 1
      else take(request, text)
      response.writeHead(receiver.isUp ? 204 : 503).end()
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver = {
    isUp: false,
    url: `http://127.0.0.1:${server.address().port}/in`,
    figures: () => ({ things: keys.size, ...figures }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

/** Sends at the rate, and samples the memory of the service. */
async function phase({ url, events }, pid, ms) {
  const memory = []
  const timer = setInterval(() => {
    void residentMb(pid).then((mb) => memory.push(mb))
  }, SAMPLE_MS)
  let accepted = 0
  const { times, seconds } = await sendFor({
    url,
    key: BENCH_KEY,
    connections: CONNECTIONS,
    ms,
    pause: 1_000,
    next: () => events.body(BATCH),
    check: (answer) => {
      accepted += JSON.parse(answer).accepted
    },
  })
  clearInterval(timer)
  return { accepted, rate: accepted / seconds, ...quantilesOf(times), memory: rangeOf(memory) }
}

function quantilesOf(times) {
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)])
  return { p50: quantile(0.5), p95: quantile(0.95), longest: quantile(1) }
}

/** Counts the documents of the feed, and the deliveries that they hold. */
async function countWaiting(db) {
  const [sum] = await db.driver.deliveryFeed
    .aggregate([{ $group: { _id: null, things: { $sum: '$count' } } }])
    .toArray()
  return { things: sum?.things ?? 0, documents: await db.driver.deliveryFeed.countDocuments({}) }
}

async function drain(db, receiver, pid, limitMs) {
  const started = performance.now()
  let most = 0
  while ((await countWaiting(db)).things > 0 && performance.now() - started < limitMs) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    most = Math.max(most, await residentMb(pid))
  }
  const seconds = (performance.now() - started) / 1000
  return { seconds, rate: receiver.figures().things / seconds, most }
}

/** Formats the measurements as text. */
export function linesOf({ minutes, before, during, waiting, drained, received }) {
  const load = ({ accepted, rate, p50, p95, longest, memory }) =>
    `${accepted} positions, ${Math.round(rate)}/s of ${RATE}; answers median ${p50} ms, p95 ${p95} ms, longest ${longest} ms; ` +
    `memory ${memory.first} MB at the begin, ${memory.last} MB at the end, at most ${memory.most} MB`
  const whole = received.things === during.accepted && received.disordered === 0
  return [
    `without an address, 1 min: ${load(before)}`,
    `receiver away, ${minutes} min: ${load(during)}`,
    `at its return ${waiting.things} things waited in ${waiting.documents} documents; it had refused ${received.refused} attempts`,
    `all had arrived after ${Math.round(drained.seconds)} s, ${Math.round(drained.rate)}/s; memory at most ${drained.most} MB`,
    `${received.things} of ${during.accepted} arrived, ${received.repeated} of them twice, ${received.disordered} out of order ${whole ? 'ok' : 'MISSED'}`,
  ].join('\n')
}
