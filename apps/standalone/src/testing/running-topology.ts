import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@wardtrack/contracts/client'
import { type Database, openDatabase } from '@wardtrack/database'
import {
  type LiveReader,
  makeRedis,
  openLiveReader,
  spawnTestStore,
  TEST_WAIT,
  type TestRedis,
} from '@wardtrack/test-kit'
import { vi } from 'vitest'
import { clientOf, INGEST_KEY, PASSWORD, prepareSupervisor, SUPERVISOR, signInAt } from './running-product.ts'

const STARTER = fileURLToPath(new URL('../../../../scripts/topology.mjs', import.meta.url))
/** Longer than the propagation of changes between processes without Redis, in milliseconds. */
const SETTLE_MS = 2_500

/**
 * Kind of topology: the three services in separate processes or the whole product, each twice, with or without Redis.
 */
export type TopologyKind = { readonly processes: 'services' | 'products'; readonly redis: boolean }

const EVERY_KIND: readonly TopologyKind[] = [
  { processes: 'services', redis: false },
  { processes: 'services', redis: true },
  { processes: 'products', redis: false },
  { processes: 'products', redis: true },
]

/** True in a full run of `npm run test:faults`. */
export const IS_LONG_RUN = process.env['WARDTRACK_KILL_ROUNDS'] !== undefined

/** Returns the kinds that a suite runs on: all in a full run, the named ones in a short run. */
export const topologyKinds = (short: readonly TopologyKind[]): readonly TopologyKind[] =>
  IS_LONG_RUN ? EVERY_KIND : short

/** One of the two processes of each service. */
export type Copy = 1 | 2
/** Both processes. */
export const COPIES: readonly Copy[] = [1, 2]
/** A service, whose copy runs in a separate process or together with the others. */
export type ServiceName = 'api' | 'location' | 'status'

/** Two processes of each service behind a proxy. */
export type RunningTopology = {
  /** address of the proxy */
  url: string
  /** the shared store, for changes for which a test would otherwise wait too long */
  db: Database
  /** the first account, through the proxy */
  admin: Client
  /** a person with every page and the patient-data flag, through the proxy */
  client: Client
  /** the same person, whose calls go to one copy of each service */
  at(copy: Copy): Client
  /** the same person, signed in once more through the proxy */
  signInAgain(): Promise<Client>
  /** a person with the usual password, whose calls go to one copy of each service */
  signInAt(copy: Copy, username: string): Promise<{ client: Client; token: string }>
  /** opens a live stream at a copy, as the person with every page or by a token; resolves after its `hello` */
  openStream(copy: Copy, options?: { token?: string; lastEventId?: string }): Promise<LiveReader>
  /** pushes with the key through the proxy and retries until acceptance; repeated items are harmless */
  pushUntilTaken(path: string, items: object): Promise<Record<string, unknown>>
  /** pushes with the key to one copy; rejects when any item is refused */
  pushAt(copy: Copy, path: string, items: readonly object[]): Promise<void>
  /** kills the copy of a service; resolves when it has been restarted */
  kill(service: ServiceName, copy: Copy): Promise<void>
  /** waits until every process has received all changes */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** Returns a pushed place with the map `m1` of 100 by 100 pixels, or with another number. */
export const floorItem = (n = 1) => ({
  hierarchyId: `f${n}`,
  fullName: ['House', `F${n}`],
  mapId: `m${n}`,
  map: { xDimension: 100, yDimension: 100 },
})

/** Stops the topology, even when a test did not wait for the end of its start. */
export async function stopTopology(starting: Promise<RunningTopology> | undefined): Promise<void> {
  const topology = await starting?.catch(() => undefined)
  await topology?.stop()
}

/** Starts the topology with a separate store and folder. @param settings additional environment of all processes */
export async function startTopology(
  kind: TopologyKind,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningTopology> {
  const closers: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    return await openTopology(kind, settings, (close) => closers.push(close), stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function openTopology(
  kind: TopologyKind,
  settings: Readonly<Record<string, string>>,
  onStop: (close: () => Promise<unknown>) => void,
  stop: () => Promise<void>,
): Promise<RunningTopology> {
  const home = await mkdtemp(join(tmpdir(), 'wardtrack-topology-'))
  onStop(() => rm(home, { recursive: true, force: true }))
  const redis = kind.redis ? await startRedis() : undefined
  if (redis) onStop(() => redis.drop())
  await mkdir(join(home, 'store'))
  const store = await spawnTestStore(join(home, 'store'))
  onStop(() => store.close())
  const db = await openDatabase(store.uri, { poolSize: 2 })
  onStop(() => db.close())
  const processes = await startProcesses(
    [
      '--built',
      ...(kind.processes === 'products' ? ['--whole'] : []),
      ...(redis ? ['--redis', redis.url] : []),
    ],
    { MONGODB_URI: store.uri, WARDTRACK_DATA_DIR: join(home, 'files'), ...settings },
  )
  onStop(() => processes.stop())
  const { url } = processes
  const nameOf = (service: ServiceName, copy: Copy): string =>
    `${kind.processes === 'products' ? 'standalone' : service}-${copy}`
  const urlAt = (service: ServiceName, copy: Copy): string => processes.urlOf(nameOf(service, copy))
  const clientAt = (copy: Copy, token: string): Client =>
    createClient({
      bases: {
        api: `${urlAt('api', copy)}/api`,
        location: `${urlAt('location', copy)}/location/api`,
        status: `${urlAt('status', copy)}/status/api`,
      },
      headers: () => ({ authorization: `Bearer ${token}` }),
    })
  const admin = await prepareSupervisor(url)
  const supervisor = await signInAt(url, SUPERVISOR)
  const post = (address: string, items: object): Promise<Response> =>
    fetch(address, {
      method: 'POST',
      headers: { 'x-api-key': INGEST_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(items),
    })
  return {
    url,
    db,
    admin,
    client: clientOf(url, supervisor),
    at: (copy) => clientAt(copy, supervisor),
    signInAgain: async () => clientOf(url, await signInAt(url, SUPERVISOR)),
    signInAt: async (copy, username) => {
      const token = await signInAt(urlAt('api', copy), username)
      return { token, client: clientAt(copy, token) }
    },
    openStream: async (copy, { token = supervisor, lastEventId } = {}) => {
      const reader = await openLiveReader(`${urlAt('api', copy)}/api/live`, {
        authorization: `Bearer ${token}`,
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      })
      await reader.until(({ event }) => event === 'hello')
      return reader
    },
    pushUntilTaken: (path, items) =>
      vi.waitFor(async () => {
        const answer = await post(url + path, items)
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
        return (await answer.json()) as Record<string, unknown>
      }, TEST_WAIT),
    pushAt: async (copy, path, items) => {
      const [, first] = path.split('/')
      const service = first === 'location' || first === 'status' ? first : 'api'
      const answer = await post(urlAt(service, copy) + path, items)
      const body = (await answer.json()) as Record<string, unknown>
      if (answer.status !== 200 || body['refused'] !== 0)
        throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`)
    },
    kill: (service, copy) => processes.kill(nameOf(service, copy)),
    settle: () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
    stop,
  }
}

async function startRedis(): Promise<TestRedis> {
  const redis = await makeRedis()
  await redis.start()
  return redis
}

type Processes = {
  url: string
  urlOf(name: string): string
  kill(name: string): Promise<void>
  stop(): Promise<void>
}

/** Starts the processes and the proxy, and tracks their process ids. */
async function startProcesses(
  options: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Processes> {
  const child = spawn(process.execPath, [STARTER, ...options], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      WARDTRACK_ADMIN_PASSWORD: PASSWORD,
      WARDTRACK_INGEST_KEY: INGEST_KEY,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const running = new Map<string, { pid: number; port: number }>()
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: Buffer): void => {
      output += text.toString()
      const end = output.lastIndexOf('\n') + 1
      const complete = output.slice(0, end)
      for (const [, name = '', pid, port] of complete.matchAll(/^(\S+) pid (\d+) on port (\d+)/gm))
        running.set(name, { pid: Number(pid), port: Number(port) })
      const found = /^ready on (\S+)$/m.exec(complete)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`the processes did not start: ${output}`)))
  })
  const processOf = (name: string): { pid: number; port: number } => {
    const found = running.get(name)
    if (!found) throw new Error(`there is no process ${name}`)
    return found
  }
  return {
    url,
    urlOf: (name) => `http://127.0.0.1:${processOf(name).port}`,
    kill: async (name) => {
      const { pid } = processOf(name)
      process.kill(pid, 'SIGKILL')
      await vi.waitFor(() => {
        if (processOf(name).pid === pid) throw new Error(`${name} was not started again: ${output}`)
      }, TEST_WAIT)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
