import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@wardtrack/database'
import {
  assetDoc,
  compareOnce,
  noteFaultRuns,
  spawnTestService,
  spawnTestStore,
  type TestProcess,
} from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultRounds } from '../../../testing/fault-rounds.ts'
import { fenceDoc, pendingAlert } from '../../../testing/pending-alerts.ts'

const MAIN = fileURLToPath(new URL('../../../../dist/main.js', import.meta.url))
const KEY = 'the-ingestion-key-of-this-test'
const KILLS = 4 * faultRounds(8)
const WRITERS = 4
const ASSETS_PER_WRITER = 5
/** Minimum number of steps that each writer sends, however slow the machine is. */
const MIN_STEPS = 60
const FROM = new Date(Date.now() - 86_400_000)

let dir: string
let store: Awaited<ReturnType<typeof spawnTestStore>>
let db: Database
let service: TestProcess

const start = async (): Promise<void> => {
  service = await spawnTestService(MAIN, {
    MONGODB_URI: store.uri,
    WARDTRACK_DATA_DIR: join(dir, 'files'),
    WARDTRACK_INGEST_KEY: KEY,
  })
}
/** Sends until the request is acknowledged, as integrators do. */
const push = async (path: string, items: unknown): Promise<void> => {
  for (;;) {
    const headers = { 'content-type': 'application/json', 'x-api-key': KEY }
    const signal = AbortSignal.timeout(5_000)
    const request = { method: 'POST', headers, body: JSON.stringify(items), signal }
    const res = await fetch(`${service.url}${path}`, request).catch(() => undefined)
    if (res?.status === 200) return
    await sleep(20)
  }
}
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wardtrack-kill-watch-'))
  store = await spawnTestStore(join(dir, 'store'))
  db = await openDatabase(store.uri)
  const fences = [
    fenceDoc({ Name: 'Fence 0', ExitTriggerWaitTime: 0, activeFrom: FROM }),
    fenceDoc({ Name: 'Fence 1', ExitTriggerWaitTime: 0, activeFrom: FROM, MapId: 'm2' }),
    fenceDoc({ Name: 'Fence 2', EntryTriggerWaitTime: 5, ExitTrigger: false, activeFrom: FROM, MapId: 'm3' }),
  ]
  await db.driver.geofences.insertMany(fences)
  await start()
  const floor = (n: number) => ({
    hierarchyId: `f${n}`,
    fullName: [`F${n}`],
    mapId: `m${n}`,
    map: { xDimension: 100, yDimension: 100 },
  })
  await push('/location/api/ingest/hierarchies', [floor(1), floor(2), floor(3)])
})
afterAll(async () => {
  await service.kill()
  await db.close()
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

const settled = { timeout: 30_000, interval: 100 }
const pending = () => db.driver.assets.countDocuments({ 'Fences.raised.id': { $gte: '' } })

type Step = { AssetId: string; time: number; spot: number }
/** Targets of an asset's steps: in the first fence, in the second, in none. */
const SPOTS = [
  { mapId: 'm1', unit: 'px', x: 150, y: 120 },
  { mapId: 'm2', unit: 'px', x: 150, y: 120 },
  { mapId: 'm1', unit: 'px', x: 10, y: 10 },
] as const

/** Moves the writer's assets in and out until the test ends and the minimum is reached. Returns the steps. */
async function moveAtRandom(writer: number, isStopped: () => boolean): Promise<Step[]> {
  const steps: Step[] = []
  for (let n = 0; !isStopped() || steps.length < MIN_STEPS; n += 1) {
    const batch = Array.from({ length: 7 }, (_, index) => {
      const count = n * 7 + index
      return {
        AssetId: `P-${writer}-${count % ASSETS_PER_WRITER}`,
        time: FROM.getTime() + 60_000 + count * 10,
        spot: Math.floor(Math.random() * SPOTS.length),
      }
    })
    await push(
      '/location/api/ingest/locations',
      batch.map(({ AssetId, time, spot }) => {
        const asset = { AssetType: 'Equipment', AssetId }
        return { ...asset, ...SPOTS[spot], time: new Date(time).toISOString() }
      }),
    )
    steps.push(...batch)
  }
  return steps
}

/** Returns an alert for every entry into a fence and every exit. */
function alertsOf(steps: readonly Step[]): string[] {
  const at = new Map<string, number>()
  return steps.flatMap(({ AssetId, time, spot }) => {
    const before = at.get(AssetId) ?? 2
    at.set(AssetId, spot)
    if (before === spot) return []
    const alertText = (kind: string, fence: number) =>
      fence === 2 ? [] : [`${AssetId} ${kind} Fence ${fence} ${new Date(time).toISOString()}`]
    return [...alertText('Exit', before), ...alertText('Entry', spot)]
  })
}

it('raises every alert exactly once, however often the service is killed', async () => {
  const owners = Array.from({ length: WRITERS }, (_, n) => n)
  await db.driver.assets.insertMany(
    owners.flatMap((writer) =>
      Array.from({ length: ASSETS_PER_WRITER }, (_, n) => assetDoc({ AssetId: `P-${writer}-${n}` })),
    ),
  )
  let isStopped = false
  const writers = owners.map((writer) => moveAtRandom(writer, () => isStopped))
  for (let round = 0; round < KILLS; round += 1) {
    await sleep(100 + Math.random() * 500)
    await service.kill()
    await start()
  }
  await sleep(300)
  isStopped = true
  const steps = (await Promise.all(writers)).flat()
  await expect.poll(pending, settled).toBe(0)
  const docs = await db.driver.geofenceAlerts.find().toArray()
  const storedAlerts = docs.map(
    (doc) => `${doc.AssetId} ${doc.kind} ${doc.fence.Name} ${doc.eventTime.toISOString()}`,
  )
  expect(steps.length).toBeGreaterThan(200)
  const { lost, doubled } = compareOnce(alertsOf(steps), storedAlerts)
  noteFaultRuns({ kind: 'kill -9: geofences, the service', runs: KILLS, wrongAlerts: lost + doubled })
  expect(storedAlerts.toSorted()).toEqual(alertsOf(steps).toSorted())
}, 300_000)

it('ends a wait that elapsed while no service ran, and relays the pending alerts once each', async () => {
  await db.driver.geofenceAlerts.deleteMany({})
  const asset = assetDoc({ AssetId: 'P-waits' })
  await db.driver.assets.insertOne(asset)
  const time = new Date(Date.now() - 10_000).toISOString()
  const subject = { AssetType: 'Equipment', AssetId: 'P-waits' }
  await push('/location/api/ingest/locations', [
    { ...subject, mapId: 'm3', unit: 'px', x: 150, y: 120, time },
  ])
  await service.kill()
  const stored = await db.driver.assets.findOne({ _id: asset._id })
  const dwells = stored?.Fences?.dwells ?? []
  expect(dwells).toMatchObject([{ inside: true, wait: 300_000, since: new Date(time) }])
  const long = new Date(Date.now() - 400_000)
  const pendingAlertDoc = pendingAlert(asset, { kind: 'Exit', id: 'left-behind' })
  await db.driver.assets.updateOne(
    { _id: asset._id },
    {
      $set: {
        'Fences.dwells': dwells.map((dwell) => ({ ...dwell, receivedAt: long })),
        'Fences.due': new Date(long.getTime() + 300_000),
        'Fences.raised': [pendingAlertDoc],
      },
    },
  )
  await start()
  await expect.poll(() => db.driver.geofenceAlerts.countDocuments({}), settled).toBe(2)
  await expect.poll(pending, settled).toBe(0)
  const docs = await db.driver.geofenceAlerts.find().toArray()
  expect(docs.map(({ kind }) => kind).toSorted()).toEqual(['Entry', 'Exit'])
  expect(docs.find(({ kind }) => kind === 'Entry')?.eventTime).toEqual(new Date(Date.parse(time) + 300_000))
}, 120_000)
