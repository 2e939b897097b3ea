import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@wardtrack/database'
import { startTestBroker } from '@wardtrack/kafka/testing'
import {
  makeRedis,
  noteFaultRuns,
  spawnTestService,
  spawnTestStore,
  type TestMachine,
} from '@wardtrack/test-kit'
import { expect, vi } from 'vitest'
import { compareStored, type FaultOutcome } from './compare-stored.ts'
import { startWriters } from './crossing-writers.ts'
import { insertHospital } from './location-under-faults.ts'
import { openRelay } from './tcp-relay.ts'
import { openTestNetwork } from './test-network.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const KEY = 'the-ingestion-key-of-this-test'
const SETTLED = { timeout: 120_000, interval: 100 }
/** Code of an established connection in the kernel's table. */
const ESTABLISHED = '01'
/**
 * Milliseconds before a cut, and after both services noticed it, in which sent events may have been with the brokers.
 */
const ON_THEIR_WAY_MS = 3_000

/** Two location services on one store. Each runs on a separate machine, as do Redis and a Kafka broker. */
export type PartitionedServices = {
  services: readonly [TestMachine, TestMachine]
  redis: TestMachine
  /** machine of the broker, which runs only on request */
  kafka: TestMachine
  /**
   * Cuts the network between machines for a while. Meanwhile positions go to both services in turn, and all must be
   * acknowledged. Resolves when all senders are acknowledged again and both services use Redis and Kafka again.
   */
  cut(pairs: readonly (readonly [TestMachine, TestMachine])[], ms: number): Promise<void>
  /** number of times that either service switched to or from the brokers since the last call */
  changesOfWay(): number
  /**
   * pauses the senders, compares stored with acknowledged data, records the result under a name, and resumes the
   * senders
   */
  compareStored(kind: string): Promise<FaultOutcome>
  /** resident memory of both services, in MB */
  memoryMb(): number
  remove(): Promise<void>
}

/** Starts the services. @param withBroker true to send positions through Kafka */
export async function openPartitionedServices(withBroker: boolean): Promise<PartitionedServices> {
  const network = await openTestNetwork()
  const machines = [await network.addMachine(), await network.addMachine()] as const
  const [redisMachine, kafkaMachine] = [await network.addMachine(), await network.addMachine()]
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-partitions-'))
  const redis = await makeRedis([], redisMachine)
  const [store, broker] = await Promise.all([
    spawnTestStore(join(dir, 'store')),
    withBroker ? startTestBroker(kafkaMachine) : undefined,
    redis.start(),
  ])
  await insertHospital(store.uri)
  const toStore = await openRelay(() => store.port, network.own.address)
  const uri = new URL(store.uri)
  uri.hostname = network.own.address
  uri.port = String(toStore.port)
  const db = await openDatabase(store.uri)
  await db.models.settings.insertMany([
    { _id: 'scale/redis', Type: 'scale', SubType: 'redis', Fields: { Enabled: true, deviceThreshold: 1 } },
    {
      _id: 'scale/kafka',
      Type: 'scale',
      SubType: 'kafka',
      Fields: { status: withBroker ? 'Active' : 'Inactive', maxDevice: 1, cachingData: ['location data'] },
    },
  ])
  const settings = {
    MONGODB_URI: uri.href,
    REDIS_URL: redis.url,
    WARDTRACK_DATA_DIR: join(dir, 'files'),
    WARDTRACK_INGEST_KEY: KEY,
    ...(broker ? { KAFKA_BROKERS: broker.address, KAFKA_PARTITIONS: '4' } : {}),
  }
  const services = [
    await spawnTestService(MAIN, settings, machines[0]),
    await spawnTestService(MAIN, settings, machines[1]),
  ]
  let turn = 0
  const post = (path: string, body: unknown, signal: AbortSignal): Promise<Response | undefined> => {
    turn += 1
    return fetch(`${services[turn % services.length]?.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': KEY },
      body: JSON.stringify(body),
      signal,
    }).catch(() => undefined)
  }
  const map = { xDimension: 100, yDimension: 100 }
  const place = { hierarchyId: 'f', fullName: ['F'], mapId: 'm1', map }
  const placed = await post('/location/api/ingest/hierarchies', [place], AbortSignal.timeout(60_000))
  if (placed?.status !== 200) throw new Error('the places were not taken')
  const writers = startWriters((items, signal) => post('/location/api/ingest/locations', items, signal))

  const states = () => Promise.all(services.map(({ url }) => readState(url)))
  const inUse = { redis: true, kafka: withBroker }
  const areBack = () => vi.waitFor(async () => expect(await states()).toEqual([inUse, inUse]), SETTLED)
  await areBack()
  /** Periods in which brokers may have held events that the storing process could not fetch. */
  const outages: { from: number; until: number }[] = []
  let [runs, recoveredMs, changes] = [0, 0, 0]

  /**
   * Counts switches to and from the brokers until the signal aborts, once the network is restored. Returns a function for
   * the time since which both services have stored directly.
   */
  const watchWay = (signal: AbortSignal): (() => number) => {
    let before = inUse.kafka
    let allDirectAt: number | undefined
    const look = async (): Promise<void> => {
      while (!signal.aborted) {
        const now = await states()
        const isInUse = now.some(({ kafka }) => kafka)
        if (isInUse !== before) changes += 1
        before = isInUse
        if (!isInUse) allDirectAt ??= Date.now()
        await sleep(100)
      }
    }
    void look()
    return () => allDirectAt ?? Date.now()
  }
  /**
   * Waits until the services have closed their cut connections. TCP backoff keeps such a connection silent after the cut
   * for as long again, so a service that keeps using it falls behind.
   */
  const silentConnectionsAreEnded = (pairs: readonly (readonly [TestMachine, TestMachine])[]) =>
    vi.waitFor(() => {
      const open = pairs.map(([service, server]) => {
        const pid = services[machines.findIndex(({ address }) => address === service.address)]?.pid ?? 0
        return countConnections(pid, server)
      })
      expect(open).toEqual(pairs.map(() => 0))
    }, SETTLED)
  return {
    services: machines,
    redis: redisMachine,
    kafka: kafkaMachine,
    cut: async (pairs, ms) => {
      await writers.acknowledgedAnew()
      const watching = new AbortController()
      const from = Date.now() - ON_THEIR_WAY_MS
      for (const [one, other] of pairs) await network.cut(one, other)
      const allDirectAt = watchWay(watching.signal)
      await Promise.all([sleep(ms), writers.acknowledgedAnew(), silentConnectionsAreEnded(pairs)])
      watching.abort()
      await network.heal()
      const healedAt = performance.now()
      if (pairs.some((pair) => pair.includes(kafkaMachine)))
        outages.push({ from, until: allDirectAt() + ON_THEIR_WAY_MS })
      await writers.acknowledgedAnew()
      await areBack()
      recoveredMs = Math.max(recoveredMs, performance.now() - healedAt)
      runs += 1
    },
    changesOfWay: () => {
      const counted = changes
      changes = 0
      return counted
    },
    compareStored: async (kind) => {
      const written = await writers.pause()
      const { length } = written.events
      await expect.poll(() => db.driver.locationHistory.countDocuments({}), SETTLED).toBe(length)
      const raised = { 'Fences.raised.id': { $gte: '' } }
      await expect.poll(() => db.driver.assets.countDocuments(raised), SETTLED).toBe(0)
      const mayLackAlert = (sentAt: number): boolean =>
        outages.some(({ from, until }) => sentAt >= from && sentAt <= until)
      const outcome = await compareStored(db, written, mayLackAlert)
      const { lost, doubled, wrongAlerts, invalid } = outcome
      const counts = { lost, doubled, wrongAlerts, invalid }
      noteFaultRuns({ kind, runs, ...counts, recoveredMs: Math.round(recoveredMs) })
      runs = 0
      recoveredMs = 0
      writers.resume()
      return outcome
    },
    memoryMb: () => services.reduce((sum, { pid }) => sum + residentMb(pid), 0),
    remove: async () => {
      writers.abandon()
      await Promise.all(services.map((service) => service.kill()))
      await db.close()
      toStore.close()
      await Promise.all([store.close(), redis.drop(), broker?.remove()])
      await network.remove()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Reads whether a service uses Redis and sends positions to the brokers. */
async function readState(url: string): Promise<{ redis: boolean; kafka: boolean }> {
  const [health, metrics] = await Promise.all([textOf(`${url}/health/ready`), textOf(`${url}/metrics`)])
  const { checks } = JSON.parse(health || '{}') as { checks?: Record<string, string> }
  return {
    redis: checks?.['redis'] === 'ok',
    kafka: metrics.includes('\nwardtrack_kafka_in_use{endpoint="locations"} 1'),
  }
}

const textOf = (url: string): Promise<string> =>
  fetch(url).then(
    (answer) => answer.text(),
    () => '',
  )

/** Counts established connections from the machine of a process to another machine. */
function countConnections(pid: number, { address }: TestMachine): number {
  const bytes = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'))
  const remote = `${bytes.reverse().join('').toUpperCase()}:`
  const lines = readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return lines.filter(([, , to, state]) => to?.startsWith(remote) === true && state === ESTABLISHED).length
}

function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1_024)
}
