import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { assetAt, places } from './bench/list-hospital.mjs'
import { QUERIES } from './bench/list-queries.mjs'
import { at } from './lib/paths.mjs'

const SIZES = [10_000, 200_000]
const REQUESTS = 60
const BATCH = 2_000
const PASSWORD = 'bench-lists-password'

const require = createRequire(at('apps', 'standalone', 'package.json'))
const load = (name) => import(pathToFileURL(require.resolve(name)).href)

/**
 * Measures the lists at several numbers of assets, each over a store and a service of its own on loopback.
 * @param {{ sizes?: number[], requests?: number, say?: (line: string) => void }} options
 * @returns {Promise<{ sizes: number[], rows: { name: string, p95: number[], ratio: number }[] }>} the 95th
 *   percentile of each query in milliseconds, at each size, and the largest size's against the smallest's
 */
export async function benchLists({ sizes = SIZES, requests = REQUESTS, say = () => {} } = {}) {
  const measured = []
  for (const size of sizes) measured.push(await withService(size, say, (url) => measure(url, requests)))
  const rows = QUERIES.map(({ name }, index) => {
    const p95 = measured.map((one) => one[index])
    return { name, p95, ratio: p95.at(-1) / p95[0] }
  })
  return { sizes, rows }
}

async function withService(size, say, work) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-bench-lists-'))
  const { spawnEmbeddedMongo } = await load('@wardtrack/embedded-mongo')
  const store = await spawnEmbeddedMongo({ dataDir: join(dataDir, 'store') })
  let hosted
  try {
    await fill(store.uri, size, say)
    hosted = await startService(dataDir, store.uri)
    return await work(hosted.running.url)
  } finally {
    await hosted?.running.stop()
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startService(dataDir, mongoUri) {
  const { host, hostSettings } = await load('@wardtrack/access')
  const { createApiService } = await load('@wardtrack/api')
  const { createStatusService } = await load('@wardtrack/status')
  const settings = hostSettings.parse({
    PORT: '0',
    WARDTRACK_DATA_DIR: dataDir,
    WARDTRACK_ADMIN_PASSWORD: PASSWORD,
    WARDTRACK_LOG_LEVEL: 'error',
  })
  const services = [createApiService, createStatusService]
  return host({ name: 'bench', settings, mongoUri, services, stdout: false, prepare: grantEverything })
}

async function grantEverything({ db }, { username }) {
  const { PAGES } = await load('@wardtrack/contracts')
  const { Types } = await load('@wardtrack/database')
  const privilegeName = 'May run the bench'
  const routes = PAGES.map((name) => `/${name}`)
  const named = { privilegeName, nameKey: privilegeName.toLowerCase(), description: '', apis: [] }
  await db.privileges.insertOne({ _id: new Types.ObjectId(), ...named, routes })
  await db.users.updateOne({ username }, { $set: { privileges: [privilegeName] } })
}

async function fill(uri, size, say) {
  const { openDatabase, searchGrams, searchWords, Types } = await load('@wardtrack/database')
  const db = await openDatabase(uri)
  const make = { id: () => new Types.ObjectId(), grams: searchGrams, words: searchWords }
  const { rooms, maps } = places()
  await db.places.insertMany(rooms.map((room) => ({ _id: make.id(), provider: 'rtls', ...room })))
  await db.maps.insertMany(
    maps.map((_id) => ({
      _id,
      name: _id,
      refName: '',
      xDimension: 100,
      yDimension: 80,
      source: 'ingest',
      width: null,
      height: null,
      dimensionsAssumed: true,
    })),
  )
  for (let from = 0; from < size; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, size - from) }, (_, n) => assetAt(from + n, make))
    await db.assets.insertMany(batch, { ordered: false })
    if ((from + BATCH) % 40_000 === 0) say(`  ${from + BATCH} of ${size} assets stored`)
  }
  await db.close()
}

async function measure(url, requests) {
  const headers = { 'content-type': 'application/json', ...(await signIn(url)) }
  const times = QUERIES.map(() => [])
  const ask = async (query, n) => {
    const started = performance.now()
    const answer = await fetch(url + query.path(n), {
      method: 'POST',
      headers,
      body: JSON.stringify(query.body(n)),
    })
    const content = await answer.json()
    if (answer.status !== 200) throw new Error(`${query.name}: ${answer.status} ${content.message}`)
    return performance.now() - started
  }
  for (const query of QUERIES) for (let n = 0; n < 5; n += 1) await ask(query, n + 1000)
  // Round after round, so that a slow moment of the machine falls on all queries alike.
  for (let n = 0; n < requests; n += 1)
    for (const [index, query] of QUERIES.entries()) times[index].push(await ask(query, n))
  return times.map((list) => percentile(list, 0.95))
}

async function signIn(url) {
  const body = { username: 'admin', password: PASSWORD, authenticationMethod: 'Password' }
  const answer = await fetch(`${url}/api/user/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { AccessToken, message } = await answer.json()
  if (!AccessToken) throw new Error(`sign-in: ${message}`)
  return { authorization: `Bearer ${AccessToken}` }
}

function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]
}

/** The measurements as a table of fixed width. */
export function tableOf({ sizes, rows }) {
  const head = ['p95 in ms', ...sizes.map((size) => size.toLocaleString('en')), 'ratio']
  const lines = rows.map(({ name, p95, ratio }) => [
    name,
    ...p95.map((ms) => ms.toFixed(1)),
    ratio.toFixed(2),
  ])
  return [head, ...lines]
    .map(([first, ...rest]) => first.padEnd(38) + rest.map((cell) => cell.padStart(10)).join(''))
    .join('\n')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const json = process.argv.includes('--json')
  const result = await benchLists({ sizes: SIZES, say: json ? undefined : console.log })
  console.log(json ? JSON.stringify(result) : tableOf(result))
}
