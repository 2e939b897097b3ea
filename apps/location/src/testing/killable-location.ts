import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@wardtrack/database'
import { assetDoc, spawnTestService, spawnTestStore } from '@wardtrack/test-kit'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const KEY = 'the-ingestion-key-of-this-test'
const ASSETS = 20
const BATCH = 7
const WRITERS = 4
/** What each writer sends at least, however slow the machine is. */
const LEAST_EVENTS = 5 * BATCH

type SentEvent = { AssetId: string; time: string }

/** What integrators sent and were told while processes were killed. Every event was acknowledged in the end. */
export type WrittenUnderKills = {
  acknowledged: readonly SentEvent[]
  /** accepted and duplicate items of all acknowledgements together */
  counted: number
  /** every status but 200 */
  statuses: ReadonlySet<number>
  retries: number
}

/** The location service and its store as processes of their own, to be killed at any moment. */
export type KillableLocation = {
  /** kills the service and starts it again */
  killService(): Promise<void>
  /** kills the store, then the service, and starts both again */
  killStore(): Promise<void>
  /** sends batches until the kills are over; one without an answer of 200 is sent again until it has one */
  writeDuring(kills: () => Promise<void>): Promise<WrittenUnderKills>
  /** names of the stored events and the time of each asset's present place */
  stored(): Promise<{ events: string[]; currentTimes: Map<string, string | undefined> }>
  remove(): Promise<void>
}

/** How a stored or sent event is named. */
export const eventName = ({ AssetId, time }: SentEvent): string => `${AssetId} ${time}`

/** Starts both, with a map and some assets. */
export async function openKillableLocation(): Promise<KillableLocation> {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-kill-'))
  const settings = { WARDTRACK_DATA_DIR: join(dir, 'files'), WARDTRACK_INGEST_KEY: KEY }
  const startStore = () => spawnTestStore(join(dir, 'store'))
  let store = await startStore()
  await insertAssets(store.uri)
  const startService = () => spawnTestService(MAIN, { MONGODB_URI: store.uri, ...settings })
  let service = await startService()
  /** undefined when nobody answered */
  const post = (path: string, body: unknown): Promise<Response | undefined> =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': KEY },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined)
  const res = await post('/location/api/ingest/hierarchies', [
    { hierarchyId: 'f', fullName: ['F'], mapId: 'm', map: { xDimension: 1_000, yDimension: 1_000 } },
  ])
  if (res?.status !== 200) throw new Error('the places were not taken')

  return {
    killService: async () => {
      await service.kill()
      service = await startService()
    },
    killStore: async () => {
      process.kill(store.pid, 'SIGKILL')
      await store.exited
      await sleep(Math.random() * 50)
      await service.kill()
      store = await startStore()
      service = await startService()
    },
    writeDuring: (kills) => writeDuring(post, kills),
    stored: () => readStored(store.uri),
    remove: async () => {
      await service.kill()
      await store.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function writeDuring(
  post: (path: string, body: unknown) => Promise<Response | undefined>,
  kills: () => Promise<void>,
): Promise<WrittenUnderKills> {
  const start = Date.now() - 86_400_000
  const written = { acknowledged: [] as SentEvent[], counted: 0, statuses: new Set<number>(), retries: 0 }
  let events = 0
  let isEnded = false
  const nextBatch = () =>
    Array.from({ length: BATCH }, () => {
      const n = events++
      const asset = { AssetType: 'Equipment', AssetId: `P-${n % ASSETS}` }
      return { ...asset, mapId: 'm', x: n % 1_000, y: 1, time: new Date(start + n * 3).toISOString() }
    })
  const acknowledge = async (batch: readonly SentEvent[]): Promise<void> => {
    for (;;) {
      const res = await post('/location/api/ingest/locations', batch)
      const answer = res?.status === 200 ? await bodyOf(res) : undefined
      if (answer) {
        written.counted += (answer['accepted'] ?? 0) + (answer['duplicates'] ?? 0)
        written.acknowledged.push(...batch)
        return
      }
      if (res && res.status !== 200) written.statuses.add(res.status)
      written.retries += 1
      await sleep(20)
    }
  }
  const write = async (): Promise<void> => {
    for (let sent = 0; !isEnded || sent < LEAST_EVENTS; sent += BATCH) await acknowledge(nextBatch())
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, write))
  await kills()
  isEnded = true
  await writers
  return written
}

/** undefined when the connection broke within the answer */
const bodyOf = (res: Response): Promise<Record<string, number> | undefined> =>
  res.json().then(
    (body) => body as Record<string, number>,
    () => undefined,
  )

async function readStored(uri: string): ReturnType<KillableLocation['stored']> {
  const db = await openDatabase(uri)
  const rows = await db.driver.locationHistory.find().toArray()
  const assets = await db.driver.assets.find().toArray()
  await db.close()
  const names = new Map(assets.map((asset) => [asset._id.toHexString(), asset.AssetId]))
  const events = rows.map(({ asset, time }) =>
    eventName({ AssetId: names.get(asset.toHexString()) ?? '', time: time.toISOString() }),
  )
  return {
    events,
    currentTimes: new Map(
      assets.map(({ AssetId, CurrentLocation }) => [AssetId, CurrentLocation?.time.toISOString()]),
    ),
  }
}

async function insertAssets(uri: string): Promise<void> {
  const db = await openDatabase(uri)
  await db.driver.assets.insertMany(Array.from({ length: ASSETS }, (_, n) => assetDoc({ AssetId: `P-${n}` })))
  await db.close()
}
