import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { at } from '../lib/paths.mjs'
import { lastingStretches, lastingVisits, withSummaries } from './lasting-summaries.mjs'
import { alertsOf, fences } from './list-alerts.mjs'
import { assetAt, mapDocOf, places } from './list-hospital.mjs'

const BATCH = 2_000
/** Maximum processor time in a second for idle services. */
const IDLE_MICROSECONDS = 100_000
const MAX_SETTLING_SECONDS = 600
const PASSWORD = 'bench-lists-password'
const KEY = 'an-ingestion-key-of-the-bench'

const require = createRequire(at('apps', 'standalone', 'package.json'))
const load = (name) => import(pathToFileURL(require.resolve(name)).href)

/**
 * Runs work against a service on loopback, over a fresh store with the given number of assets.
 * @param {number} size
 * @param {(line: string) => void} say
 * @param {(service: { url: string, key: string, headers: Record<string, string> }) => Promise<T>} work
 * @param {{ sessionSeconds?: number, isAlone?: boolean }} options `sessionSeconds`: time that the calls of a session
 * may take of the service in a minute. One session sends requests without a pause here, as no person does. `isAlone`:
 * true for the API service alone, so that memory is that of its work
 * @returns {Promise<T>}
 * @template T
 */
export async function withLists(size, say, work, { sessionSeconds = 600, isAlone = false } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-bench-lists-'))
  const { spawnEmbeddedMongo } = await load('@wardtrack/embedded-mongo')
  const store = await spawnEmbeddedMongo({ dataDir: join(dataDir, 'store') })
  let service
  try {
    await fill(store.uri, size, say)
    service = await startListService(dataDir, store.uri, sessionSeconds, isAlone)
    await settled()
    const { url } = service.running
    return await work({
      url,
      key: KEY,
      assets: size,
      headers: { 'content-type': 'application/json', ...(await signIn(url)) },
    })
  } finally {
    await service?.running.stop()
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Waits until the services in this process have finished their checks of the store after the start. */
async function settled() {
  for (let second = 0; second < MAX_SETTLING_SECONDS; second += 1) {
    const before = process.cpuUsage()
    await sleep(1_000)
    const { user, system } = process.cpuUsage(before)
    if (user + system < IDLE_MICROSECONDS) return
  }
  throw new Error(`The services still worked ${MAX_SETTLING_SECONDS} s after their start.`)
}

async function startListService(dataDir, mongoUri, sessionSeconds, isAlone) {
  const { serviceSettings, startService } = await load('@wardtrack/service-runtime')
  const { MIGRATIONS } = await load('@wardtrack/migrations')
  const { createApiService } = await load('@wardtrack/api')
  const { createLocationService } = await load('@wardtrack/location')
  const { createStatusService } = await load('@wardtrack/status')
  const settings = serviceSettings.parse({
    PORT: '0',
    WARDTRACK_DATA_DIR: dataDir,
    WARDTRACK_ADMIN_PASSWORD: PASSWORD,
    WARDTRACK_INGEST_KEY: KEY,
    WARDTRACK_LOG_LEVEL: 'error',
    WARDTRACK_SESSION_WORK_SECONDS: String(sessionSeconds),
  })
  const services = isAlone
    ? [createApiService]
    : [createApiService, createLocationService, createStatusService]
  return startService({
    name: 'bench',
    settings,
    mongoUri,
    services,
    migrations: MIGRATIONS,
    cacheMode: 'local',
    stdout: false,
    prepare: grantEverything,
  })
}

async function grantEverything({ db }, { username }) {
  const { PAGES } = await load('@wardtrack/contracts')
  const { Types } = await load('@wardtrack/database')
  const privilegeName = 'May run the bench'
  const routes = PAGES.map((name) => `/${name}`)
  const named = { privilegeName, nameKey: privilegeName.toLowerCase(), description: '', apis: [] }
  await db.driver.privileges.insertOne({ _id: new Types.ObjectId(), ...named, routes })
  await db.driver.users.updateOne({ username }, { $set: { privileges: [privilegeName] } })
}

async function fill(uri, size, say) {
  const { alertGrams, alertSearchText, openDatabase, searchGrams, searchWords, summaryId, Types } =
    await load('@wardtrack/database')
  const db = await openDatabase(uri)
  const make = {
    id: () => new Types.ObjectId(),
    grams: searchGrams,
    words: searchWords,
    alertText: alertSearchText,
    alertGrams,
  }
  const { rooms, maps } = places()
  await db.driver.places.insertMany(rooms.map((room) => ({ _id: make.id(), provider: 'rtls', ...room })))
  await db.driver.maps.insertMany(maps.map(mapDocOf))
  const fenceDocs = fences(make)
  await db.driver.geofences.insertMany(fenceDocs)
  for (let from = 0; from < size; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, size - from) }, (_, n) =>
      withSummaries(assetAt(from + n, make)),
    )
    await db.driver.assets.insertMany(batch, { ordered: false })
    await db.driver.visits.insertMany(lastingVisits(batch, summaryId), { ordered: false })
    await db.driver.stateStretches.insertMany(lastingStretches(batch, summaryId), { ordered: false })
    await db.driver.geofenceAlerts.insertMany(alertsOf(batch, fenceDocs, make), { ordered: false })
    if ((from + BATCH) % 40_000 === 0) say(`  ${from + BATCH} of ${size} assets stored`)
  }
  await db.close()
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
