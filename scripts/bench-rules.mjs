// Measures the cost of rules (docs/adr/0038): positions and device states a second, and the processor time of each,
// with 5,000 rules and with none. Two equal products with separate stores run in turn. Then it times notifications at
// 500 events a second, from the event that makes a rule fire until the console's live stream delivers the
// notification.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startListening } from './lib/bench-children.mjs'
import { processorMs } from './lib/bench-cpu.mjs'
import { createEvents, fillStore } from './lib/bench-hospital.mjs'
import { median, percentile, sendFor } from './lib/bench-load.mjs'
import { addProbes, addRules, probeState } from './lib/bench-rule-set.mjs'
import { at } from './lib/paths.mjs'

const KEY = 'an-ingestion-key-of-the-bench'
const PASSWORD = 'correct horse battery staple'
const RULES = 5_000
const ASSETS = 1_000
/** Minimum share of the rate without rules. */
const TARGET = 0.85
/** Events a second, number of timed notifications, and the maximum milliseconds for 95 of 100 of them. */
const RATE = { connections: 20, batch: 5, pause: 200 }
const PROBES = 100
const PROBE_PAUSE_MS = 100
const MAX_MS = 10_000
const JUMP_REPORT_MS = 1_000

/**
 * Runs the bench.
 * @param {{ rounds?: number, ms?: number }} options `ms`: milliseconds of each round
 */
export async function benchRules({ rounds = 5, ms = 3_000 } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-rules-'))
  const products = []
  try {
    for (const count of [0, RULES]) products.push(await startProduct(join(dir, String(count)), count))
    const [plain, ruled] = products
    return { cost: await measureCost(plain, ruled, rounds, ms), told: await measureTold(ruled.url) }
  } finally {
    for (const product of products) await product.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Starts the product on a store that was filled before: a call for each of 5,000 rules would take long. */
async function startProduct(dir, rules) {
  const { spawnEmbeddedMongo } = await import(pathToFileURL(at('packages/embedded-mongo/dist/index.js')))
  const { openDatabase, Types } = await import(pathToFileURL(at('packages/database/dist/index.js')))
  const dataDir = join(dir, 'store')
  await mkdir(dataDir, { recursive: true })
  const store = await spawnEmbeddedMongo({ dataDir })
  const db = await openDatabase(store.uri)
  await fillStore(db, Types)
  if (rules > 0) {
    await addRules(db, Types, rules - PROBES)
    await addProbes(db, Types, PROBES)
  }
  await db.close()
  await store.close()
  return startListening('apps/standalone/dist/main.js', {
    PORT: '0',
    WARDTRACK_DATA_DIR: dir,
    WARDTRACK_DEMO: 'off',
    WARDTRACK_INGEST_KEY: KEY,
    WARDTRACK_ADMIN_PASSWORD: PASSWORD,
    NODE_ENV: 'production',
  })
}

/**
 * Creates device states, each later than the previous one of its asset: a level or a volume that changes now and
 * then.
 */
function createStates() {
  let count = 0
  const start = Date.now() - 86_400_000
  return (size) => {
    const items = Array.from({ length: size }, () => {
      const n = count
      count += 1
      const turn = Math.floor(n / ASSETS)
      return {
        deviceId: `PUMP-${n % ASSETS}`,
        BatteryLevel: `LEVEL_${1 + (Math.floor(turn / 5) % 4)}`,
        VolumeInfused: (n % ASSETS) + turn,
        time: new Date(start + turn * 50 + (n % 50)).toISOString(),
      }
    })
    return Buffer.from(JSON.stringify(items))
  }
}

/** Kinds of requests and their sizes: single events are also written many together. */
const LOADS = [
  ['positions', '/location/api/ingest/locations', 100, 8, ([events]) => events.body(100)],
  ['single positions', '/location/api/ingest/locations', 1, 50, ([events]) => events.body(1)],
  ['device states', '/status/api/ingest/device-status', 100, 8, ([, states]) => states(100)],
]

async function measureCost(plain, ruled, rounds, ms) {
  const products = { off: plain, on: ruled }
  const sources = { off: [createEvents(), createStates()], on: [createEvents(), createStates()] }
  const measure = async ([, path, size, connections, next], kind) => {
    const { url, pid } = products[kind]
    const before = processorMs(pid)
    const load = { url: url + path, key: KEY, connections, ms, next: () => next(sources[kind]) }
    const { requests, seconds } = await sendFor(load)
    const events = requests * size
    return { rate: events / seconds, cpu: ((processorMs(pid) - before) * 1_000) / events }
  }
  const found = LOADS.map((load) => ({ load, on: [], off: [] }))
  for (const kind of ['off', 'on']) for (const { load } of found) await measure(load, kind)
  for (let round = 0; round < rounds; round += 1)
    for (const each of found)
      for (const kind of round % 2 === 0 ? ['off', 'on'] : ['on', 'off'])
        each[kind].push(await measure(each.load, kind))
  return found.map(({ load: [what], on, off }) => {
    const ratio = median(on.map(({ rate }, round) => rate / off[round].rate))
    const [cpuOn, cpuOff] = [on, off].map((list) => median(list.map(({ cpu }) => cpu)))
    const rates = [on, off].map((list) => median(list.map(({ rate }) => rate)))
    return { what, on: rates[0], off: rates[1], ratio, cpuOn, cpuOff, ok: ratio >= TARGET }
  })
}

/** Measures the delay of notifications. Each probe sends a unique value, which makes one rule fire. */
async function measureTold(url) {
  const stream = await openStream(url)
  const states = createStates()
  const { connections, batch, pause } = RATE
  const ms = PROBES * PROBE_PAUSE_MS + 2_000
  const next = () => states(batch)
  const load = sendFor({
    url: `${url}/status/api/ingest/device-status`,
    key: KEY,
    connections,
    ms,
    next,
    pause,
  })
  const sent = new Map()
  const posted = []
  for (let probe = 0; probe < PROBES; probe += 1) {
    sent.set(`Probe ${probe}`, performance.now())
    const item = { deviceId: `PUMP-${probe}`, ...probeState(probe) }
    posted.push(post(url, '/status/api/ingest/device-status', item))
    await sleep(PROBE_PAUSE_MS)
  }
  await Promise.all(posted)
  const { requests, seconds } = await load
  const until = performance.now() + MAX_MS
  while (stream.seen.size < PROBES && performance.now() < until) await sleep(50)
  stream.close()
  const delays = [...sent].map(([name, from]) => (stream.seen.get(name) ?? Number.POSITIVE_INFINITY) - from)
  const p95 = percentile(delays, 0.95)
  return { rate: (requests * batch) / seconds, median: median(delays), p95, ok: p95 <= JUMP_REPORT_MS }
}

async function post(url, path, body) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': KEY },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** Reads the live stream as a console does. `seen`: time of each probe's notification, by its name. */
async function openStream(url) {
  const signIn = { username: 'admin', password: PASSWORD, authenticationMethod: 'Password' }
  const answer = await fetch(`${url}/api/user/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signIn),
  })
  const signedIn = await answer.json()
  if (!answer.ok) throw new Error(`signing in: ${JSON.stringify(signedIn)}`)
  const headers = { authorization: `Bearer ${signedIn.AccessToken}` }
  const { PAGES } = await import(pathToFileURL(at('packages/contracts/dist/index.js')))
  const privilege = { privilegeName: 'May see everything', description: 'every page', routes: PAGES }
  const added = await fetch(`${url}/api/privilege/addPrivilege`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(privilege),
  })
  if (!added.ok) throw new Error(`adding a privilege: ${await added.text()}`)
  const ending = new AbortController()
  const response = await fetch(`${url}/api/live`, { headers, signal: ending.signal })
  if (!response.ok) throw new Error(`the live stream answered ${response.status}`)
  const seen = new Map()
  const read = async () => {
    let text = ''
    for await (const piece of response.body) {
      text += Buffer.from(piece).toString('utf8')
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines)
        for (const [, name] of line.matchAll(/"Name":"(Probe \d+)"/g))
          if (!seen.has(name)) seen.set(name, performance.now())
    }
  }
  read().catch(() => undefined)
  return { seen, close: () => ending.abort() }
}

/** Formats the measurements as text. */
export const linesOf = ({ cost, told }) =>
  [
    ...cost.map(
      ({ what, on, off, ratio, cpuOn, cpuOff, ok }) =>
        `${what}: ${Math.round(on)}/s with ${RULES} rules, ${Math.round(off)}/s without, ratio ${ratio.toFixed(2)} (at least ${TARGET}) ${ok ? 'ok' : 'MISSED'}; processor time ${Math.round(cpuOn)} and ${Math.round(cpuOff)} µs each, ${((cpuOn / cpuOff - 1) * 100).toFixed(0)} % more`,
    ),
    `event to bell at ${Math.round(told.rate)} events/s: median ${Math.round(told.median)} ms, 95th percentile ${Math.round(told.p95)} ms (at most ${JUMP_REPORT_MS}) ${told.ok ? 'ok' : 'MISSED'}`,
  ].join('\n')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rounds = process.argv.find((argument) => argument.startsWith('--rounds='))?.split('=')[1]
  console.log(linesOf(await benchRules(rounds ? { rounds: Number(rounds) } : {})))
  process.exit(0)
}
