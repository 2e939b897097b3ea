import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@wardtrack/database'
import {
  assetDoc,
  noteFaultRuns,
  spawnTestService,
  spawnTestStore,
  type TestProcess,
} from '@wardtrack/test-kit'
import { expect } from 'vitest'
import { compareStored, type FaultOutcome } from './compare-stored.ts'
import { CROSSING_ASSETS, CROSSING_BEGIN, startWriters } from './crossing-writers.ts'
import { fenceDoc } from './pending-alerts.ts'
import { openRelay, type TcpRelay } from './tcp-relay.ts'

const RESTART_MS = 100

/** A process that is restarted whenever it ends, as systemd does. */
export type SupervisedProcess<P> = {
  /** the process that runs, or ran last */
  current(): P
  /** number of restarts */
  restarts(): number
  /** sends a signal */
  signal(name: NodeJS.Signals): void
  /** resolves when the process runs again after more than this number of restarts */
  restarted(after: number): Promise<void>
  /** starts no further process; `end` ends the current one */
  stop(end: (running: P) => Promise<void>): Promise<void>
}

/** Starts the process. A failed start is repeated, because a resource may be missing for a while. */
async function supervise<P extends { pid: number; exited: Promise<unknown> }>(
  start: () => Promise<P>,
): Promise<SupervisedProcess<P>> {
  let current = await start()
  let restarts = 0
  let isStopped = false
  const startAgain = async (): Promise<void> => {
    while (!isStopped) {
      const started = await start().catch(() => undefined)
      if (started) {
        current = started
        restarts += 1
        watch()
        return
      }
      await sleep(RESTART_MS)
    }
  }
  const watch = (): void => {
    void current.exited.then(() => (isStopped ? undefined : startAgain()))
  }
  watch()
  return {
    current: () => current,
    restarts: () => restarts,
    signal: (name) => {
      process.kill(current.pid, name)
    },
    restarted: async (after) => {
      while (!isStopped && restarts <= after) await sleep(5)
    },
    stop: async (end) => {
      isStopped = true
      await end(current)
    },
  }
}

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const KEY = 'the-ingestion-key-of-this-test'
const SETTLED = { timeout: 60_000, interval: 100 }

type Store = Awaited<ReturnType<typeof spawnTestStore>>

/** Options of the start. */
export type FaultOptions = {
  /** additional environment of the service */
  environment?: Readonly<Record<string, string>>
  /** called with the empty folder, for example to mount a separate disk there */
  prepareDisk?: (dir: string) => Promise<void>
}

/** The location service and its store as separate processes under load, which are restarted when they end. */
export type LocationUnderFaults = {
  /** folder of the store, and a folder of the service */
  storeDir: string
  service: SupervisedProcess<TestProcess>
  store: SupervisedProcess<Store>
  /** relays between the senders and the service, and between the service and its store */
  toService: TcpRelay
  toStore: TcpRelay
  /**
   * Runs a fault while positions are sent, and resolves when every sender is acknowledged again. The time limit
   * starts at the end of the fault and includes the restart of a killed process.
   */
  run(fault: () => Promise<void>): Promise<void>
  /**
   * pauses the senders, compares stored with acknowledged data, records the result under a name, and resumes the
   * senders
   */
  compareStored(kind: string): Promise<FaultOutcome>
  remove(): Promise<void>
}

/** Starts service and store with a map, assets and a fence. */
export async function openLocationUnderFaults(options: FaultOptions = {}): Promise<LocationUnderFaults> {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-faults-'))
  const storeDir = join(dir, 'store')
  await mkdir(storeDir)
  await options.prepareDisk?.(storeDir)
  const store = await supervise(() => spawnTestStore(storeDir))
  const toStore = await openRelay(() => store.current().port)
  const uri = new URL(store.current().uri)
  uri.port = String(toStore.port)
  await insertHospital(store.current().uri)
  const service = await supervise(() =>
    spawnTestService(MAIN, {
      ...options.environment,
      MONGODB_URI: uri.href,
      WARDTRACK_DATA_DIR: join(dir, 'files'),
      WARDTRACK_INGEST_KEY: KEY,
    }),
  )
  const toService = await openRelay(() => Number(new URL(service.current().url).port))
  const post = (path: string, body: unknown, signal: AbortSignal): Promise<Response | undefined> =>
    fetch(`http://127.0.0.1:${toService.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': KEY },
      body: JSON.stringify(body),
      signal,
    }).catch(() => undefined)
  const map = { xDimension: 100, yDimension: 100 }
  const place = { hierarchyId: 'f', fullName: ['F'], mapId: 'm1', map }
  const placed = await post('/location/api/ingest/hierarchies', [place], AbortSignal.timeout(60_000))
  if (placed?.status !== 200) throw new Error('the places were not taken')
  const writers = startWriters((items, signal) => post('/location/api/ingest/locations', items, signal))
  let runs = 0
  let recoveredMs = 0

  return {
    storeDir,
    service,
    store,
    toService,
    toStore,
    run: async (fault) => {
      await writers.acknowledgedAnew()
      await fault()
      const from = performance.now()
      await writers.acknowledgedAnew()
      recoveredMs = Math.max(recoveredMs, performance.now() - from)
      runs += 1
    },
    compareStored: async (kind) => {
      const written = await writers.pause()
      const db = await openDatabase(store.current().uri)
      try {
        await expect
          .poll(() => db.driver.assets.countDocuments({ 'Fences.raised.id': { $gte: '' } }), SETTLED)
          .toBe(0)
        const outcome = await compareStored(db, written)
        const { lost, doubled, wrongAlerts, invalid } = outcome
        const counts = { lost, doubled, wrongAlerts, invalid }
        noteFaultRuns({ kind, runs, ...counts, recoveredMs: Math.round(recoveredMs) })
        return outcome
      } finally {
        runs = 0
        recoveredMs = 0
        writers.resume()
        await db.close()
      }
    },
    remove: async () => {
      writers.abandon()
      await service.stop((running) => running.kill())
      await store.stop((running) => running.close())
      toService.close()
      toStore.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Stores the assets that the writers move, and the fence that they cross. */
export async function insertHospital(uri: string): Promise<void> {
  const db = await openDatabase(uri)
  await db.driver.assets.insertMany(CROSSING_ASSETS.map((AssetId) => assetDoc({ AssetId })))
  const activeFrom = new Date(CROSSING_BEGIN - 60_000)
  await db.driver.geofences.insertOne(fenceDoc({ ExitTriggerWaitTime: 0, activeFrom }))
  await db.close()
}
