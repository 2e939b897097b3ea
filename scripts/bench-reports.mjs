// Measures the chart of states over time: 10,000 assets whose wifi strength changes every half hour, with 9 and with 90
// days behind them, each in a store and a product of its own. The same question is asked of both in turn.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startListening } from './lib/bench-children.mjs'
import { percentile } from './lib/bench-load.mjs'
import { fillStates } from './lib/bench-states.mjs'
import { at } from './lib/paths.mjs'

const PASSWORD = 'correct horse battery staple'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = [9, 90]
const REQUESTS = 40
const WARM_UP = 3
/** A longer history costs at most so many times as much. */
const MOST_RATIO = 1.5
/** Ranges and the milliseconds that 95 of 100 charts may take. `both`: the shorter history has it too. */
const QUESTIONS = [
  { name: '6 h', ms: 6 * HOUR_MS, most: 300, both: true },
  {
    name: '6 h, one category',
    ms: 6 * HOUR_MS,
    most: 300,
    both: true,
    criteria: { 'Fields.PrimaryCategory': 'Bed' },
  },
  { name: '9 days', ms: 9 * DAY_MS - HOUR_MS, most: 800, both: true },
  { name: '30 days', ms: 30 * DAY_MS, most: 800 },
  {
    name: '30 days, one category',
    ms: 30 * DAY_MS,
    most: 800,
    criteria: { 'Fields.PrimaryCategory': 'Bed' },
  },
  { name: '90 days', ms: 90 * DAY_MS - HOUR_MS, most: 1_500 },
]

/**
 * Runs the bench.
 * @param {{ assets?: number, days?: number[], requests?: number, say?: (line: string) => void }} options `days`: the
 *   shorter and the longer history
 */
export async function benchReports({
  assets = 10_000,
  days = DAYS,
  requests = REQUESTS,
  say = () => {},
} = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-reports-'))
  const products = []
  try {
    for (const count of days) products.push(await startProduct(join(dir, String(count)), assets, count, say))
    const rows = []
    for (const question of QUESTIONS) rows.push(await measure(question, products, requests))
    return { assets, days, stores: products.map(({ filled, bytes }) => ({ ...filled, bytes })), rows }
  } finally {
    for (const { running } of products) await running.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

async function startProduct(dir, assets, days, say) {
  const { spawnEmbeddedMongo } = await import(pathToFileURL(at('packages/embedded-mongo/dist/index.js')))
  const { openDatabase } = await import(pathToFileURL(at('packages/database/dist/index.js')))
  const dataDir = join(dir, 'store')
  await mkdir(dataDir, { recursive: true })
  const store = await spawnEmbeddedMongo({ dataDir })
  const db = await openDatabase(store.uri)
  const filled = await fillStates({ db, count: assets, days })
  await db.close()
  await store.close()
  const bytes = await sizeOf(dataDir)
  say(
    `${days} days: ${filled.changes} changes, ${Math.round(bytes / 1e6)} MB, ${Math.round(filled.seconds)} s`,
  )
  const running = await startListening('apps/standalone/dist/main.js', {
    PORT: '0',
    WARDTRACK_DATA_DIR: dir,
    WARDTRACK_DEMO: 'off',
    WARDTRACK_ADMIN_PASSWORD: PASSWORD,
    NODE_ENV: 'production',
  })
  return { running, filled, bytes, url: running.url, headers: await signIn(running.url) }
}

async function sizeOf(folder) {
  const { readdir } = await import('node:fs/promises')
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function signIn(url) {
  const { PAGES } = await import(pathToFileURL(at('packages/contracts/dist/index.js')))
  const json = { 'content-type': 'application/json' }
  const body = { username: 'admin', password: PASSWORD, authenticationMethod: 'Password' }
  const answer = await post(`${url}/api/user/verify`, json, body)
  const headers = { ...json, authorization: `Bearer ${answer.AccessToken}` }
  const privilege = { privilegeName: 'May see everything', description: 'every page', routes: PAGES }
  await post(`${url}/api/privilege/addPrivilege`, headers, privilege)
  return headers
}

async function post(url, headers, body) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const content = await response.json()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${content.message}`)
  return content
}

/** Asks the products in turn, so that a slow moment of the machine falls on both alike. */
async function measure({ name, ms, most, both, criteria = {} }, products, requests) {
  const asked = both ? products : products.slice(-1)
  const times = asked.map(() => [])
  for (let n = -WARM_UP; n < requests; n += 1)
    for (const [index, { url, headers }] of asked.entries()) {
      const end = Date.now()
      const createdAt = { $gte: new Date(end - ms).toISOString(), $lt: new Date(end).toISOString() }
      const started = performance.now()
      const answer = await post(`${url}/api/report.getStatusVsTimeReport`, headers, {
        ...criteria,
        createdAt,
      })
      if (answer.assets.length < 60) throw new Error(`${name}: ${answer.assets.length} points`)
      if (n >= 0) times[index].push(performance.now() - started)
    }
  const p95 = times.map((each) => percentile(each, 0.95))
  const medians = times.map((each) => percentile(each, 0.5))
  const ratio = both ? medians.at(-1) / medians[0] : undefined
  return { name, p95, most, ratio, ok: p95.at(-1) <= most && (ratio ?? 0) <= MOST_RATIO }
}

/** The measurements as a table. */
export function tableOf({ assets, days, stores, rows }) {
  const stored = stores.map(
    ({ changes, snapshots, bytes, seconds }, index) =>
      `${assets} assets, ${days[index]} days: ${(changes / 1e6).toFixed(1)}M changes in ${snapshots} snapshots, ${Math.round(bytes / 1e6)} MB on disk, made in ${Math.round(seconds)} s`,
  )
  const cell = (value) => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0)).padStart(9)
  const lines = rows.map(({ name, p95, most, ratio, ok }) => {
    const [short, long] = p95.length === 2 ? p95 : [undefined, p95[0]]
    return `${name.padEnd(24)}${cell(short)}${cell(long)}${cell(most)}${cell(ratio)}  ${ok ? 'ok' : 'MISSED'}`
  })
  const head = `${'p95 in ms'.padEnd(24)}${`${days[0]} d`.padStart(9)}${`${days[1]} d`.padStart(9)}${'at most'.padStart(9)}${'ratio'.padStart(9)}`
  return [...stored, head, ...lines].join('\n')
}

/** `node scripts/bench-reports.mjs [--assets 10000] [--days 9,90] [--requests 40]` */
async function main() {
  const { values } = parseArgs({
    options: {
      assets: { type: 'string', default: '10000' },
      days: { type: 'string', default: DAYS.join() },
      requests: { type: 'string', default: String(REQUESTS) },
    },
  })
  const days = values.days.split(',').map(Number)
  const options = { assets: Number(values.assets), requests: Number(values.requests), days, say: console.log }
  console.log(tableOf(await benchReports(options)))
  process.exit(0)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
