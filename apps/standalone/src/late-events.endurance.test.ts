import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@wardtrack/database'
import { STORE_SETTINGS } from '@wardtrack/embedded-mongo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reachStore } from './embedded-store.ts'
import { rebuildSummaries } from './rebuild-summaries/rebuild-summaries.ts'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

/** Minutes of traffic; `npm run test:reports-oracle -- --soak MINUTES` sets them. */
const MINUTES = Number(process.env['WARDTRACK_SOAK_MINUTES'] ?? 0.25)
const RATE = 500
const LATE_SHARE = 0.1
const MAX_DELAY_MS = 180_000
const POSITIONS_SHARE = 0.1
const SENDERS = 10
const BATCH = 50
const SAMPLE_MS = 10_000
const TEST_MS = MINUTES * 60_000 + 900_000
/** Time limit for polling until no asset is marked. */
const SETTLING = { timeout: 300_000, interval: 2_000 }

let dataDir: string
let product: RunningProduct
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-late-events-'))
  product = await startProduct(dataDir, { WARDTRACK_DEMO: 'on', WARDTRACK_DEMO_HISTORY: 'off' })
}, 600_000)
afterAll(async () => {
  await product.kill()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T
/**
 * Returns the time of an event: now, or earlier for a late one. Events of one request differ by their index, because
 * two states of one device in the same millisecond are one event.
 */
function timeOfEvent(index: number): string {
  const delay = Math.random() < LATE_SHARE ? Math.random() * MAX_DELAY_MS : 0
  return new Date(Date.now() - index - delay).toISOString()
}
const state = (deviceId: string, index: number) => ({
  deviceId,
  time: timeOfEvent(index),
  BatteryLevel: pick(['LEVEL_1', 'LEVEL_2', 'LEVEL_3', 'LEVEL_4']),
  DeviceStatus: pick(['comm-status-online', 'comm-status-online', 'comm-status-offline']),
  InfusionStatus: pick(['pump-status-infusing', 'pump-status--not-infusing']),
})

type Hospital = { devices: string[]; rooms: { provider: string; hierarchyId: string }[] }

async function withStore<T>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const store = await reachStore(dataDir, { WARDTRACK_STORE: STORE_SETTINGS })
  const db = await openDatabase(store.uri, { poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
    await store.close?.()
  }
}

const readHospital = (): Promise<Hospital> =>
  withStore(async (db) => ({
    devices: (await db.driver.assets.find({ AssetType: 'Equipment' }).toArray()).map(
      ({ AssetId }) => AssetId,
    ),
    rooms: (await db.driver.places.find({}).limit(50).toArray()).map(({ provider, hierarchyId }) => ({
      provider,
      hierarchyId,
    })),
  }))

/** Sends states and positions, some of them late. Senders share no devices. @returns number of accepted events */
async function sendTraffic({ devices, rooms }: Hospital, until: number): Promise<number> {
  let accepted = 0
  const send = async (sender: number): Promise<void> => {
    const own = devices.filter((_, index) => index % SENDERS === sender)
    const pause = (BATCH * SENDERS * 1_000) / RATE
    while (Date.now() < until) {
      const started = Date.now()
      const states = Array.from({ length: BATCH }, (_, index) => state(pick(own), index))
      const positions = Array.from({ length: BATCH * POSITIONS_SHARE }, (_, index) => ({
        AssetType: 'Equipment',
        AssetId: pick(own),
        ...pick(rooms),
        time: timeOfEvent(index),
      }))
      for (const [path, items] of [
        ['/status/api/ingest/device-status', states],
        ['/location/api/ingest/locations', positions],
      ] as const)
        accepted += Number((await product.ingest(path, items))['accepted'] ?? 0)
      await sleep(Math.max(0, pause - (Date.now() - started)))
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)))
  return accepted
}

type Waiting = { assets: number; seconds: number }
async function waiting(): Promise<Waiting> {
  const { data } = await (await product.supervisor()).call('getStorageUsage', {})
  const { waiting: assets, oldest } = data.lateEvents
  return {
    assets,
    seconds: oldest ? Math.round((Date.parse(data.measuredAt) - Date.parse(oldest)) / 1000) : 0,
  }
}

const NOTHING = { visits: 0, stateStretches: 0, deviceAlarms: 0 }
const differing = async () => {
  const settings = { WARDTRACK_DATA_DIR: dataDir, WARDTRACK_STORE: STORE_SETTINGS }
  return (await rebuildSummaries(settings, () => undefined, 'compare')).differing
}

test(
  'leaves no marked asset and no wrong summary after traffic with late events beside the demo',
  async () => {
    const samples: Waiting[] = []
    const sampling = setInterval(() => {
      waiting()
        .then((sample) => samples.push(sample))
        .catch(() => undefined)
    }, SAMPLE_MS)
    const accepted = await sendTraffic(await readHospital(), Date.now() + MINUTES * 60_000)
    clearInterval(sampling)
    expect(accepted).toBeGreaterThan(0)
    const seconds = samples.map((sample) => sample.seconds).sort((a, b) => a - b)
    process.stdout.write(
      `${accepted} events in ${MINUTES} minutes beside the demo: ${Math.round(accepted / MINUTES / 60)} a second; ` +
        `the oldest late event waited ${seconds[Math.floor(seconds.length / 2)] ?? 0} s (median of ${seconds.length} ` +
        `samples), ${seconds.at(-1) ?? 0} s at most; marked at the end: ${samples.at(-1)?.assets ?? 0}\n`,
    )
    // The demo also sends late events, so it is stopped before the final comparison.
    await product.stop()
    product = await startProduct(dataDir, { WARDTRACK_DEMO: 'off' })
    await expect.poll(async () => (await waiting()).assets, SETTLING).toBe(0)
    await expect.poll(differing, SETTLING).toEqual(NOTHING)
  },
  TEST_MS,
)
