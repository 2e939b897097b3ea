// Sends twice the maximum load of the location service for a minute. It measures the accepted share, the answers to
// the rest, and the recovery. Then a thousand people watch while events arrive: memory, delay, and no lost events.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startListening } from './lib/bench-children.mjs'
import { createEvents, fillStore } from './lib/bench-hospital.mjs'
import { percentile } from './lib/bench-load.mjs'
import { residentMb } from './lib/bench-memory.mjs'
import { benchLiveStreams } from './lib/bench-streams.mjs'
import { at } from './lib/paths.mjs'

const KEY = 'an-ingestion-key-of-the-bench'
const BATCH = 100
/** Numbers of senders that are tried to find the maximum load of the service. */
const SENDERS = [8, 16, 32, 64]
const PEAK_MS = 8_000
const OVERLOAD_MS = 60_000
const RECOVERY_MS = 10_000
/** Time after which a missing answer counts as none. */
const ANSWER_MS = 30_000
/** Bodies created before each number of senders is tried. */
const PREPARED = 1_200
/** Interval of sending during the overload: each request has its moment, even if earlier ones are unanswered. */
const TICK_MS = 20
const MIN_SHARE = 0.9

/** Runs both parts. @param {{ seconds?: number }} options `seconds`: length of the overload */
export async function benchOverload({ seconds = OVERLOAD_MS / 1000 } = {}) {
  return { overload: await underOverload(seconds * 1000), streams: await benchLiveStreams() }
}

async function underOverload(ms) {
  const { spawnEmbeddedMongo } = await import(pathToFileURL(at('packages/embedded-mongo/dist/index.js')))
  const { openDatabase, Types } = await import(pathToFileURL(at('packages/database/dist/index.js')))
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-overload-'))
  await mkdir(join(dir, 'store'))
  const store = await spawnEmbeddedMongo({ dataDir: join(dir, 'store') })
  const db = await openDatabase(store.uri)
  await fillStore(db, Types)
  const service = await startListening('apps/location/dist/main.js', {
    PORT: '0',
    MONGODB_URI: store.uri,
    WARDTRACK_DATA_DIR: dir,
    WARDTRACK_INGEST_KEY: KEY,
    NODE_ENV: 'production',
  })
  const sender = createSender(`${service.url}/location/api/ingest/locations`)
  try {
    await closedLoop(sender, SENDERS[0], PEAK_MS / 2)
    let peak = { rate: 0 }
    for (const senders of SENDERS) {
      const found = await closedLoop(sender, senders, PEAK_MS)
      if (found.rate > peak.rate) peak = found
    }
    const memory = { before: await residentMb(service.pid) }
    const during = await openLoop(sender, 2 * peak.rate, ms, async () => {
      memory.most = Math.max(memory.most ?? 0, await residentMb(service.pid))
    })
    const recoveredMs = await recovery(sender)
    const after = await closedLoop(sender, peak.senders, PEAK_MS)
    memory.after = await residentMb(service.pid)
    const acknowledged = sender.accepted()
    const stored = await db.driver.locationHistory.countDocuments({})
    return { peak, during, recoveredMs, after, memory, acknowledged, stored, sent: sender.sent() }
  } finally {
    sender.close()
    await service.stop()
    await db.close()
    await store.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Creates a sender of requests with the given number of events, over connections that stay open. */
function createSender(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, scheduling: 'fifo' })
  const events = createEvents()
  let accepted = 0
  let sent = 0
  let bodies = []
  /** Creates bodies before sending, so that their creation takes no processor time from the service. */
  const prepare = (count) => {
    bodies = Array.from({ length: count }, () => events.body(BATCH)).reverse()
  }
  /** @returns the status, a flag for a Retry-After header, and the milliseconds; status 0 means no answer */
  const send = () =>
    new Promise((resolve) => {
      // `pop` takes the last one first: events are sent in the order of their times, as tags send them.
      const body = bodies.pop() ?? events.body(BATCH)
      sent += BATCH
      const from = performance.now()
      const end = (status, retryAfter) => resolve({ status, retryAfter, took: performance.now() - from })
      const pushRequest = request(
        url,
        {
          method: 'POST',
          agent,
          timeout: ANSWER_MS,
          headers: {
            'content-type': 'application/json',
            'content-length': body.length,
            'x-api-key': KEY,
          },
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (piece) => {
            text += piece
          })
          answer.on('end', () => {
            if (answer.statusCode === 200) accepted += JSON.parse(text).accepted
            end(answer.statusCode, answer.headers['retry-after'] !== undefined)
          })
          answer.on('error', () => end(0, false))
        },
      )
      pushRequest.on('timeout', () => pushRequest.destroy())
      pushRequest.on('error', () => end(0, false))
      pushRequest.end(body)
    })
  return { prepare, send, accepted: () => accepted, sent: () => sent, close: () => agent.destroy() }
}

/** Lets each sender send again after its answer, which finds the maximum rate of the service. */
async function closedLoop(sender, senders, ms) {
  sender.prepare(PREPARED)
  const from = performance.now()
  const before = sender.accepted()
  const times = []
  const repeat = async () => {
    while (performance.now() - from < ms) times.push((await sender.send()).took)
  }
  await Promise.all(Array.from({ length: senders }, repeat))
  const seconds = (performance.now() - from) / 1000
  return { senders, rate: (sender.accepted() - before) / seconds, p95: percentile(times, 0.95) }
}

/** Sends at a fixed rate, whatever the answers are. */
async function openLoop(sender, rate, ms, sample) {
  sender.prepare(Math.ceil((rate / BATCH) * (ms / 1000)))
  const statuses = {}
  const times = []
  const pending = new Set()
  let withoutRetryAfter = 0
  let sent = 0
  const before = sender.accepted()
  const from = performance.now()
  const sampling = setInterval(() => void sample(), 1_000)
  while (performance.now() - from < ms) {
    const due = ((performance.now() - from) / 1000) * (rate / BATCH)
    for (; sent < due; sent += 1) {
      const push = sender.send().then(({ status, retryAfter, took }) => {
        pending.delete(push)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 200) times.push(took)
        else if (!retryAfter) withoutRetryAfter += 1
      })
      pending.add(push)
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  const seconds = (performance.now() - from) / 1000
  const accepted = (sender.accepted() - before) / seconds
  const inFlight = pending.size
  await Promise.all(pending)
  clearInterval(sampling)
  return {
    seconds,
    offered: (sent * BATCH) / seconds,
    accepted,
    inFlight,
    statuses,
    withoutRetryAfter,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  }
}

/** Returns the milliseconds until requests are accepted without delay, several times in a row. */
async function recovery(sender) {
  const from = performance.now()
  let inRow = 0
  while (inRow < 10 && performance.now() - from < 6 * RECOVERY_MS) {
    const { status, took } = await sender.send()
    inRow = status === 200 && took < 1_000 ? inRow + 1 : 0
  }
  return performance.now() - from
}

/** Formats the measurements as text. */
export function linesOf({ overload, streams }) {
  const { peak, during, recoveredMs, after, memory, acknowledged, stored, sent } = overload
  const share = during.accepted / peak.rate
  const answers = Object.entries(during.statuses)
    .map(([status, count]) => `${status === '0' ? 'none' : status}: ${count}`)
    .join(', ')
  const isRefusedWell =
    during.withoutRetryAfter === 0 &&
    Object.keys(during.statuses).every((status) => ['200', '429', '503'].includes(status))
  const verdict = (ok) => (ok ? 'ok' : 'MISSED')
  return [
    `peak: ${Math.round(peak.rate)} events/s of ${peak.senders} senders`,
    `offered for ${Math.round(during.seconds)} s: ${Math.round(during.offered)} events/s, ${(during.offered / peak.rate).toFixed(2)} times`,
    `accepted meanwhile: ${Math.round(during.accepted)} events/s, ${share.toFixed(2)} of the peak (at least ${MIN_SHARE}) ${verdict(share >= MIN_SHARE)}`,
    `answers: ${answers}; ${during.withoutRetryAfter} refused without Retry-After ${verdict(isRefusedWell)}`,
    `accepted ones: median ${Math.round(during.p50)} ms, p95 ${Math.round(during.p95)} ms; ${during.inFlight} requests on their way at the end`,
    `as before after ${(recoveredMs / 1000).toFixed(1)} s (at most 10) ${verdict(recoveredMs <= RECOVERY_MS)}; then ${Math.round(after.rate)} events/s`,
    `memory: ${memory.before} MB before, at most ${memory.most} MB, ${memory.after} MB afterwards`,
    // More stored than acknowledged events are correct: the sender of an unanswered request repeats it.
    `${acknowledged} acknowledged, ${stored} stored of ${sent} sent ${verdict(stored >= acknowledged && stored <= sent)}`,
    ...streams,
  ].join('\n')
}
