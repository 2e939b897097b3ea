import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase, Types } from '@wardtrack/database'
import { spawnTestService, spawnTestStore, type TestProcess } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const KEY = 'the-ingestion-key-of-this-test'
const KILLS = 20
const ASSETS = 20
const BATCH = 7
const WRITERS = 4

type Store = Awaited<ReturnType<typeof spawnTestStore>>
let dir: string
let store: Store
let service: TestProcess | undefined

const startService = async (): Promise<TestProcess> =>
  spawnTestService(MAIN, {
    MONGODB_URI: store.uri,
    WARDTRACK_DATA_DIR: join(dir, 'files'),
    WARDTRACK_INGEST_KEY: KEY,
  })

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wardtrack-kill-'))
  store = await spawnTestStore(join(dir, 'store'))
  const db = await openDatabase(store.uri)
  const now = new Date()
  await db.driver.assets.insertMany(
    Array.from({ length: ASSETS }, (_, n) => ({
      _id: new Types.ObjectId(),
      AssetType: 'Equipment',
      AssetId: `P-${n}`,
      AssetStatus: 'active' as const,
      Fields: {},
      FieldTimes: {},
      CustomTags: [],
      LocationTags: [],
      SearchGrams: [],
      createdAt: now,
      updatedAt: now,
    })),
  )
  await db.close()
  service = await startService()
  const res = await post('/location/api/ingest/hierarchies', [
    { hierarchyId: 'f', fullName: ['F'], mapId: 'm', map: { xDimension: 1_000, yDimension: 1_000 } },
  ])
  if (res?.status !== 200) throw new Error('the places were not taken')
})
afterAll(async () => {
  await service?.kill()
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

/** undefined when nobody answered. */
async function post(path: string, body: unknown): Promise<Response | undefined> {
  try {
    const headers = { 'content-type': 'application/json', 'x-api-key': KEY }
    const signal = AbortSignal.timeout(5_000)
    return await fetch(`${service?.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    })
  } catch {
    return undefined
  }
}

type Sent = { AssetId: string; time: string }
const acknowledged: Sent[] = []
const statuses = new Set<number>()
let counted = 0
let events = 0
let retries = 0
let killed = false

/** Sends batches; one without an answer of 200 is sent again until it has one, as integrators do. */
async function write(isOver: () => boolean): Promise<void> {
  const start = Date.now() - 86_400_000
  while (!isOver()) {
    const batch = Array.from({ length: BATCH }, () => {
      const n = events++
      const asset = { AssetType: 'Equipment', AssetId: `P-${n % ASSETS}` }
      return { ...asset, mapId: 'm', x: n % 1_000, y: 1, time: new Date(start + n * 3).toISOString() }
    })
    for (;;) {
      const res = await post('/location/api/ingest/locations', batch)
      const answer = res?.status === 200 ? ((await res.json()) as Record<string, number>) : undefined
      if (answer) {
        counted += (answer['accepted'] ?? 0) + (answer['duplicates'] ?? 0)
        break
      }
      if (res) statuses.add(res.status)
      retries += 1
      await sleep(20)
    }
    acknowledged.push(...batch)
  }
}

async function killSomething(round: number): Promise<void> {
  killed = true
  if (round % 4 !== 3) {
    await service?.kill()
  } else {
    process.kill(store.pid, 'SIGKILL')
    await store.exited
    await sleep(Math.random() * 50)
    await service?.kill()
    store = await spawnTestStore(join(dir, 'store'))
  }
  service = await startService()
}

it('loses nothing it acknowledged and stores nothing twice, however often it or its store is killed', async () => {
  let over = false
  const writers = Array.from({ length: WRITERS }, () => write(() => over))
  for (let round = 0; round < KILLS; round += 1) {
    await sleep(50 + Math.random() * 400)
    await killSomething(round)
  }
  await sleep(300)
  over = true
  await Promise.all(writers)
  const db = await openDatabase(store.uri)
  const rows = await db.driver.locationHistory.find().toArray()
  const assets = await db.driver.assets.find().toArray()
  await db.close()
  const names = new Map(assets.map((asset) => [asset._id.toHexString(), asset.AssetId]))
  const stored = rows.map((row) => `${names.get(row.asset.toHexString())} ${row.time.toISOString()}`)
  const sent = acknowledged.map((one) => `${one.AssetId} ${one.time}`)
  expect(killed && retries > 0 && sent.length > 100).toBe(true)
  expect(counted).toBe(sent.length)
  expect([...statuses].filter((status) => status !== 503)).toEqual([])
  // All that was sent was acknowledged in the end, so what is stored is exactly what was acknowledged.
  expect(stored.toSorted()).toEqual(sent.toSorted())
  for (const asset of assets) {
    const times = acknowledged.filter((one) => one.AssetId === asset.AssetId).map((one) => one.time)
    expect(asset.CurrentLocation?.time.toISOString()).toBe(times.toSorted().at(-1))
  }
}, 300_000)
