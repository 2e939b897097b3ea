// Measures the cost of a single durable event (docs/performance.md). P12: events a second at 8, 32 and 64 connections
// on a store with history. P13: bytes on the disk for each event at 500 a second. It also measures the start after a
// kill with a full journal.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startListening } from './lib/bench-children.mjs'
import { bytesWritten, privateMemory, syncTime } from './lib/bench-disk.mjs'
import { createEvents } from './lib/bench-hospital.mjs'
import { median, percentile, sendFor } from './lib/bench-load.mjs'
import { ROOT } from './lib/paths.mjs'
import { slowSync } from './lib/slow-sync.mjs'

const KEY = 'an-ingestion-key-of-the-bench'
const RATE = 500
/**
 * Rates of single positions a second by number of connections, from one run on one machine: Traccar 4.12 on H2, and
 * this product before it had a journal (commit d8a9f44).
 */
const TRACCAR = { 32: 3_016, 64: 3_136 }
const BEFORE_JOURNAL = { 32: 2_000, 64: 2_504 }
/** Returns the target of 1.3 times Traccar, as a multiple of the product's earlier rate: 1.96 and 1.63. */
const leastToBefore = (connections) => (1.3 * TRACCAR[connections]) / BEFORE_JOURNAL[connections]
const PASSWORD = 'correct horse battery staple'
const START_MS = 60_000
/** Events of a request that adds history. */
const SEED_BATCH = 500

/**
 * Runs the bench.
 * @param {{ rows?: readonly number[], rounds?: number, ms?: number, pacedMs?: number }} options History rows of the
 * stores (the last store takes the load); number of rounds; milliseconds of each. Bytes are counted for `pacedMs`, which
 * includes checkpoints. Another built working copy `against` is measured in turn with this one, instead of the bytes.
 */
export async function benchWrites({
  rows = [100_000, 1_000_000],
  rounds = 5,
  ms = 3_000,
  pacedMs = 130_000,
  against,
} = {}) {
  if (against !== undefined) return compare(rows.at(-1), resolve(against), rounds, ms)
  const bytes = []
  let lines = []
  for (const count of rows) {
    const product = await startProduct(count)
    try {
      bytes.push(await bytesPerEvent(product, pacedMs))
      if (count === rows.at(-1)) lines = await ratesAndRestart(product, rounds, ms)
    } finally {
      await product.stop()
    }
  }
  const growth = bytes.at(-1) / bytes[0]
  return [
    ...lines,
    ...bytes.map((each, index) =>
      line(
        'P13',
        `disk written for an event at ${RATE} a second, ${rows[index]} history rows`,
        each / 1000,
        'kB',
        10,
        -1,
      ),
    ),
    line('P13', `the same, ${rows.at(-1)} rows against ${rows[0]}`, growth, 'times', 1.3, -1),
  ]
}

/**
 * Measures the part that takes some minutes: events a second on a store with history, and its start after a kill.
 * @param {{ rows?: number, rounds?: number, ms?: number, syncMs?: number }} options as above; `syncMs`: extra
 * milliseconds of each disk sync
 */
export async function benchWriteRates({ rows = 1_000_000, rounds = 5, ms = 3_000, syncMs = 0 } = {}) {
  const product = await startProduct(rows, { syncMs })
  try {
    return await ratesAndRestart(product, rounds, ms)
  } finally {
    await product.stop()
  }
}

const ratesAndRestart = async (product, rounds, ms) => [
  ...(await rates(product, rounds, ms)),
  await restart(product),
]

/** @param sign 1: at least the target; -1: at most. Without a target it is only printed. */
const line = (id, what, value, unit, target, sign) => ({
  id,
  what,
  value,
  unit,
  target,
  ok: target === undefined ? undefined : (value - target) * sign >= 0,
})

/**
 * Compares rates of this working copy with another one's, round by round in turn: on a busy machine only ratios are
 * useful.
 */
async function compare(rows, otherRoot, rounds, ms) {
  const present = await startProduct(rows)
  const compared = await startProduct(rows, { root: otherRoot })
  try {
    const found = { echo: [], present: { 32: [], 64: [] }, compared: { 32: [], 64: [] } }
    for (const product of [present, compared]) await push(product, 32, 1_500)
    for (let round = 0; round < rounds; round += 1) {
      found.echo.push(await echoRate(present, ms))
      for (const connections of [32, 64])
        for (const [name, product] of Object.entries({ compared, present })) {
          const { requests, seconds } = await push(product, connections, ms)
          found[name][connections].push(requests / seconds)
        }
    }
    const ratio = (measured, base) => median(measured.map((rate, round) => rate / base[round]))
    return [32, 64].flatMap((connections) => {
      const [presentRates, comparedRates] = [found.present[connections], found.compared[connections]]
      const shownRate = (measured) => `${Math.round(median(measured))}/s`
      return [
        line(
          'P12',
          `${connections} connections, ${shownRate(presentRates)} against ${shownRate(comparedRates)} of ${otherRoot}`,
          ratio(presentRates, comparedRates),
          'times',
          leastToBefore(connections),
          1,
        ),
        line(
          '',
          `the other's share of the echo (${shownRate(found.echo)})`,
          ratio(comparedRates, found.echo),
          '',
        ),
        line('', 'the share of the echo here', ratio(presentRates, found.echo), ''),
      ]
    })
  } finally {
    await present.stop()
    await compared.stop()
  }
}

/**
 * Starts the whole product as `npm start` does, on a store whose history it received itself.
 * @param {{ root?: string, syncMs?: number }} options `root`: the working copy of the product; `syncMs`: extra
 * milliseconds of each disk sync
 */
async function startProduct(rows, { root = ROOT, syncMs = 0 } = {}) {
  const load = (path) => import(pathToFileURL(join(root, path)))
  const { spawnEmbeddedMongo } = await load('packages/embedded-mongo/dist/index.js')
  const { openDatabase, Types } = await load('packages/database/dist/index.js')
  const { fillStore } = await load('scripts/lib/bench-hospital.mjs')
  const dir = mkdtempSync(join(tmpdir(), 'wardtrack-writes-'))
  const dataDir = join(dir, 'store')
  mkdirSync(dataDir)
  const store = await spawnEmbeddedMongo({ dataDir })
  const db = await openDatabase(store.uri)
  await fillStore(db, Types)
  await db.close()
  await store.close()
  const events = createEvents()
  const echo = await startListening('scripts/lib/bench-echo.mjs', {})
  const standalone = await startListening(
    join(root, 'apps/standalone/dist/main.js'),
    {
      PORT: '0',
      WARDTRACK_DATA_DIR: dir,
      WARDTRACK_DEMO: 'off',
      WARDTRACK_ADMIN_PASSWORD: PASSWORD,
      WARDTRACK_INGEST_KEY: KEY,
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '2',
      ...(syncMs > 0 ? await slowSync(dir, syncMs) : {}),
    },
    [],
    START_MS,
  )
  const stop = async () => {
    await standalone.stop()
    await echo.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  const product = {
    dir,
    syncMs,
    echo,
    url: `${standalone.url}/location/api/ingest/locations`,
    events,
    pid: standalone.pid,
    storePid: Number(readFileSync(join(dataDir, 'embedded-mongo.lock'), 'utf8').split(' ')[0]),
    startStore: () => spawnEmbeddedMongo({ dataDir }),
    stop,
  }
  await addHistory(product, rows)
  return product
}

/** Sends history in batches; the last rows arrive with the load. */
async function addHistory({ url, events }, rows) {
  const next = () => events.body(SEED_BATCH)
  for (let sent = 0; sent < rows; )
    sent += (await sendFor({ url, key: KEY, connections: 4, ms: 1_000, next })).requests * SEED_BATCH
}

const accepted = (answer) => {
  if (JSON.parse(answer).accepted !== 1) throw new Error(`the event was not accepted: ${answer}`)
}
const push = ({ url, events }, connections, ms, pause) =>
  sendFor({ url, key: KEY, connections, ms, next: () => events.body(1), check: accepted, pause })

async function echoRate({ echo, events }, ms) {
  const body = events.body(1)
  const { requests, seconds } = await sendFor({ url: echo.url, connections: 32, ms, next: () => body })
  return requests / seconds
}

async function rates(product, rounds, ms) {
  const found = { echo: [], sync: [], 1: [], 8: [], 32: [], 64: [], p99: [] }
  await push(product, 32, 1_000)
  for (let round = 0; round < rounds; round += 1) {
    found.echo.push(await echoRate(product, ms))
    found.sync.push(await syncTime(product.dir))
    for (const connections of [1, 8, 32, 64]) {
      const { requests, seconds, times } = await push(product, connections, ms)
      found[connections].push(requests / seconds)
      if (connections >= 32) found.p99.push(percentile(times, 0.99))
    }
  }
  const echo = median(found.echo)
  const sync = median(found.sync) + product.syncMs
  const shown = (connections) =>
    `${connections} connections (${Math.round(median(found[connections]))}/s, echo ${Math.round(echo)}/s)`
  // Maximum possible rate: when syncs are slow, eight senders wait for the disk. Their rate exceeds neither the
  // processor's rate nor eight times the rate of one sender, which waits for other work besides a short sync.
  const bound = Math.min(8_000 / sync, 8 * median(found[1]), median(found[64]))
  return [
    ...[32, 64].map((connections) =>
      line(
        'P12',
        `single durable posts / echo, ${shown(connections)}`,
        median(found[connections]) / echo,
        '',
      ),
    ),
    line('P12', 'single durable posts, p99 at 32 and 64 connections', median(found.p99), 'ms', 60, -1),
    line(
      'P12',
      `share of 8 / sync (${sync.toFixed(2)} ms), of 8 times one connection (${Math.round(median(found[1]))}/s) or of 64 connections, the least; ${shown(8)}`,
      median(found[8]) / bound,
      '',
      0.7,
      1,
    ),
    line('P12', 'memory of the store without file pages', privateMemory(product.storePid), 'MB', 120, -1),
  ]
}

/**
 * Returns the bytes that the disk wrote for each event. Writes of other processes count too, so the machine must be
 * quiet.
 */
async function bytesPerEvent(product, ms) {
  await push(product, 8, 1_000)
  const before = bytesWritten(product.dir)
  const pause = (8 * 1000) / RATE
  const { requests } = await push(product, 8, ms, pause)
  return (bytesWritten(product.dir) - before) / requests
}

async function restart(product) {
  // Less than a checkpoint has passed since the last one, so the journal has to be replayed.
  await push(product, 64, 4_000)
  for (const pid of [product.pid, product.storePid]) process.kill(pid, 'SIGKILL')
  while (isRunning(product.storePid)) await sleep(1)
  const started = performance.now()
  const store = await product.startStore()
  const value = performance.now() - started
  await store.close()
  return line('', 'start of the store after a kill under load', value, 'ms', 1_000, -1)
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export const tableOf = (rows) =>
  rows
    .map(({ id, what, value, unit, target, ok }) => {
      const shown = `${value >= 100 ? Math.round(value) : value.toFixed(2)} ${unit}`
      const verdict = ok === undefined ? 'shown' : ok ? 'reached' : 'missed'
      const bound = target === undefined ? '' : String(Number(target.toFixed(2)))
      return `${id.padEnd(4)}${verdict.padEnd(7)}  ${shown.padEnd(12)} ${bound.padStart(6)}  ${what}`
    })
    .join('\n')
