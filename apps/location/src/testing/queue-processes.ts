import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@wardtrack/database'
import { startTestBroker, type TestBroker } from '@wardtrack/kafka/testing'
import { assetDoc, spawnTestService, spawnTestStore, type TestProcess } from '@wardtrack/test-kit'
import { vi } from 'vitest'
import { QUEUE_WAIT } from './open-queued-hospital.ts'
import { fenceDoc } from './pending-alerts.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const KEY = 'the-ingestion-key-of-this-test'
const BATCH = 5
/** Pause between two batches of an asset, because processes, store and broker share a machine with other tests. */
const PACE_MS = 150
const BEGIN = Date.now() - 7_200_000

/** Two location services on one store, connected by a broker. */
export type QueueProcesses = {
  broker: TestBroker
  db: Database
  /** kills a service with signal 9 and starts another in its place */
  killService(index: number): Promise<void>
  /** saves the scaling page, and resolves when both processes follow the settings */
  switchTo(status: 'Active' | 'Inactive'): Promise<void>
  /** a position metric of each process; NaN for a process that does not answer */
  metrics(name: string): Promise<number[]>
  /** resolves when both processes use the brokers, or neither does */
  areInUse(inUse: boolean): Promise<void>
  /**
   * Sends positions of each asset, alternating between the processes. Each batch waits for the previous answer; a
   * batch without an answer is repeated. Returns the number of acknowledged positions per asset.
   */
  sendDuring(events: () => Promise<void>): Promise<readonly number[]>
  /** number of stored positions, and the time of each asset's current place */
  stored(): Promise<{ rows: number; times: (string | undefined)[] }>
  remove(): Promise<void>
}

/** Returns the n-th position of an asset; every other position lies in the fence. */
const crossingPosition = (asset: number, n: number) => ({
  AssetType: 'Equipment',
  AssetId: `P-${asset}`,
  mapId: 'm1',
  unit: 'px',
  x: n % 2 === 0 ? 150 : 10,
  y: 120,
  time: new Date(BEGIN + n * 10).toISOString(),
})

/** Expected stored data: each acknowledged event once, and each asset at its newest event. */
export const allAcknowledged = (counts: readonly number[]) => ({
  rows: counts.reduce((sum, count) => sum + count, 0),
  times: counts.map((count, asset) => crossingPosition(asset, count - 1).time),
})

/** Starts services, store and broker. @param assets number of assets that send */
export async function openQueueProcesses(assets: number): Promise<QueueProcesses> {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-queue-'))
  const [broker, store] = await Promise.all([startTestBroker(), spawnTestStore(join(dir, 'store'))])
  const db = await openDatabase(store.uri)
  await db.driver.assets.insertMany(Array.from({ length: assets }, (_, n) => assetDoc({ AssetId: `P-${n}` })))
  await db.driver.geofences.insertOne(
    fenceDoc({ activeFrom: new Date(BEGIN - 86_400_000), ExitTriggerWaitTime: 0 }),
  )
  const start = (): Promise<TestProcess> =>
    spawnTestService(MAIN, {
      MONGODB_URI: store.uri,
      WARDTRACK_DATA_DIR: join(dir, 'files'),
      WARDTRACK_INGEST_KEY: KEY,
      KAFKA_BROKERS: broker.address,
      KAFKA_PARTITIONS: '4',
    })
  const services = [await start(), await start()]
  const sent = Array.from({ length: assets }, () => 0)
  let turn = 0
  const post = async (path: string, body: unknown): Promise<boolean> => {
    turn += 1
    const service = services[turn % services.length]
    const answered = await fetch(`${service?.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': KEY },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined)
    return answered?.status === 200
  }
  const sendPersistently = async (path: string, body: unknown): Promise<void> => {
    while (!(await post(path, body))) await sleep(50)
  }
  await sendPersistently('/location/api/ingest/hierarchies', {
    hierarchyId: 'f',
    fullName: ['F'],
    mapId: 'm1',
    map: { xDimension: 100, yDimension: 100 },
  })
  const metrics = (name: string) => Promise.all(services.map(({ url }) => readMetric(url, name)))
  const areInUse = (inUse: boolean): Promise<void> =>
    vi.waitFor(
      async () => {
        const readings = await metrics('wardtrack_kafka_in_use')
        if (!readings.every((reading) => reading === Number(inUse)))
          throw new Error(`in use: ${readings.join()}`)
      },
      { ...QUEUE_WAIT, interval: 200 },
    )
  return {
    broker,
    db,
    killService: async (index) => {
      await services[index]?.kill()
      services[index] = await start()
    },
    switchTo: async (status) => {
      const Fields = { status, maxDevice: 1, cachingData: ['location data'] }
      const pair = { _id: 'scale/kafka', Type: 'scale', SubType: 'kafka', Fields }
      await db.models.settings.replaceOne({ _id: pair._id }, pair, { upsert: true })
      await areInUse(status === 'Active')
    },
    metrics,
    areInUse,
    stored: async () => {
      const found = await db.driver.assets.find().toArray()
      const timeOf = (asset: number) =>
        found.find(({ AssetId }) => AssetId === `P-${asset}`)?.CurrentLocation?.time.toISOString()
      return {
        rows: await db.driver.locationHistory.countDocuments({}),
        times: sent.map((_, asset) => timeOf(asset)),
      }
    },
    sendDuring: async (events) => {
      let isOver = false
      const sendOf = async (asset: number): Promise<void> => {
        while (!isOver) {
          const from = sent[asset] ?? 0
          const batch = Array.from({ length: BATCH }, (_, n) => crossingPosition(asset, from + n))
          await sendPersistently('/location/api/ingest/locations', batch)
          sent[asset] = from + BATCH
          await sleep(PACE_MS)
        }
      }
      const sending = Promise.all(sent.map((_, asset) => sendOf(asset)))
      await events().finally(() => {
        isOver = true
      })
      await sending
      return [...sent]
    },
    remove: async () => {
      await Promise.all(services.map((service) => service.kill()))
      await db.close()
      await store.close()
      await broker.remove()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Returns NaN when the process does not answer. */
async function readMetric(url: string, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined)
  const line = (await answer?.text())
    ?.split('\n')
    .find((text) => text.startsWith(`${name}{endpoint="locations"}`) || text.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1) ?? (answer ? 0 : Number.NaN))
}
