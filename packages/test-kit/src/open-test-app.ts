import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service, ServiceFactory, ServiceParts } from '@wardtrack/access'
import { startEmbeddedMongo } from '@wardtrack/embedded-mongo'
import { operatorsOf, PRODUCT_OPERATORS } from '@wardtrack/embedded-mongo/operators'
import type { HoldingDisk } from '@wardtrack/embedded-mongo/testing'
import { type CacheMode, type CallLimits, type ClockReadings, createLog } from '@wardtrack/service-kit'
import { composeServices, openServiceParts, serviceSettings } from '@wardtrack/service-runtime'
import { createTestPeople, type TestPeople } from './test-people.ts'

const KNOWN = new Set(PRODUCT_OPERATORS)

/** Records the operators that a suite sends to the embedded store. */
type OperatorRecorder = {
  record(command: Readonly<Record<string, unknown>>): void
  /**
   * Compares the recorded operators with the list of those that the product sends. With WARDTRACK_RECORD_OPERATORS
   * they are appended to that file instead, one name a line.
   * @throws Error with the names that are not listed
   */
  check(): Promise<void>
}

export function openOperatorRecorder(): OperatorRecorder {
  const recorded = new Set<string>()
  return {
    record(command) {
      for (const name of operatorsOf(command)) recorded.add(name)
    },
    async check() {
      const file = process.env['WARDTRACK_RECORD_OPERATORS']
      if (file) return appendFile(file, [...recorded, ''].join('\n'))
      const unknown = [...recorded].filter((name) => !KNOWN.has(name))
      if (unknown.length > 0)
        throw new Error(
          `The store was sent ${unknown.join(', ')}, which no suite has sent before: add a probe to the table of packages/embedded-mongo/src/testing/probes, and a line to product-operators.ts there`,
        )
    },
  }
}

/** The store of one test file: its address, and its removal. */
export type TestStore = { uri: string; drop(): Promise<void> }

/**
 * Opens a fresh store: the embedded one in a temporary folder, or a new database on the server that
 * `WARDTRACK_TEST_MONGODB_URI` names (`npm run test:mongod`).
 */
export async function openTestStore(): Promise<TestStore> {
  const server = process.env['WARDTRACK_TEST_MONGODB_URI']
  if (server) return onServer(server)
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-test-'))
  const recorder = openOperatorRecorder()
  const store = await startEmbeddedMongo({ dataDir, sync: false, onCommand: recorder.record })
  return {
    uri: store.uri,
    drop: async () => {
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
      await recorder.check()
    },
  }
}

/** Opens a fresh embedded store with durable writes, on a disk that a test can delay and let fail. */
export async function openTestStoreOn(disk: HoldingDisk): Promise<TestStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-test-'))
  const store = await startEmbeddedMongo({ dataDir, disk })
  return {
    uri: store.uri,
    drop: async () => {
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function onServer(server: string): Promise<TestStore> {
  const { createConnection } = await import('mongoose')
  const address = new URL(server)
  address.pathname = `/wardtrack_test_${randomUUID().slice(0, 8)}`
  return {
    uri: address.href,
    drop: async () => {
      const connection = await createConnection(address.href).asPromise()
      await connection.dropDatabase()
      await connection.close()
    },
  }
}

/** One or more services over a fresh store, for supertest. */
export type TestApp = {
  /** listens on loopback already: supertest would open and close a server for each request */
  app: Server
  /** its address, without a trailing slash */
  url: string
  parts: ServiceParts
  services: readonly Service[]
  people: TestPeople
  storeUri: string
  /** moves the clock that sessions and the sign-in throttle read. @param ms milliseconds */
  advance(ms: number): void
  close(): Promise<void>
}

/** Secret that signs the tokens of every test app: a process with the same secret accepts its sessions. */
export const TEST_JWT_SECRET = 'a secret of forty characters for the tests'

/** Key that every test app encrypts with: a process with the same key reads its stored values. */
export const TEST_ENCRYPTION_KEY = 'an encryption key of forty characters for tests'

/**
 * Maximum time that a test waits (`vi.waitFor`) for background work: a log, a worker, another process. Waiting ends
 * as soon as the condition is true, so the limit only has to be long enough for a busy machine.
 */
export const TEST_WAIT = { timeout: 40_000, interval: 20 }

/** Differences between a test app and the product that `npm start` runs. */
export type TestAppOptions = {
  /** the machine's clocks; real ones when left out */
  clockReadings?: ClockReadings
  /** true if a privilege exists from the start; the default */
  configured?: boolean
  /** `local` when left out, as on the embedded store */
  cacheMode?: CacheMode
  /** minutes after which an asset is silent; never when left out */
  silenceMinutes?: number
  /** number of proxies whose `X-Forwarded-For` is trusted, so that a test can choose addresses */
  trustProxy?: number
  /**
   * share of the process that a session may use; unlimited when left out, because a test sends more calls at a time
   * than people do
   */
  callLimits?: Partial<CallLimits>
  /** address of a Redis that joins the processes of a test; none when left out */
  redisUrl?: string
  /** hosts that may be called although they are this machine */
  outboundAllow?: readonly string[]
  /** another app whose store is shared, as by another process; a fresh store when left out */
  storeOf?: TestApp
  /** a running store, which the app does not stop when it closes; a fresh store when left out */
  storeUri?: string
}

const NO_LIMITS: Partial<CallLimits> = {
  concurrentCalls: 1_000,
  allCalls: 1_000,
  workMs: 1e12,
  answerBytes: 1e12,
}

/**
 * Opens services as the product composes them. The differences keep tests fast and strict: bcrypt has its lowest
 * cost, answers are checked against their declarations, and nothing is logged.
 */
export async function openTestApp(
  factories: readonly ServiceFactory[],
  options: TestAppOptions = {},
): Promise<TestApp> {
  const { cacheMode = 'local', storeOf, storeUri = storeOf?.storeUri } = options
  const store = storeUri ? { uri: storeUri, drop: async () => {} } : await openTestStore()
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-files-'))
  let shift = 0
  const parts = await openServiceParts({
    name: 'test',
    settings: serviceSettings.parse({
      WARDTRACK_DATA_DIR: dataDir,
      WARDTRACK_TRUST_PROXY: options.trustProxy ?? 0,
      JWT_SECRET: TEST_JWT_SECRET,
      ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      // Most tests push events of long ago.
      WARDTRACK_SILENCE_MINUTES: options.silenceMinutes ?? 0,
      ...(options.redisUrl ? { REDIS_URL: options.redisUrl } : {}),
      WARDTRACK_OUTBOUND_ALLOW: (options.outboundAllow ?? []).join(','),
    }),
    mongoUri: store.uri,
    cacheMode,
    log: createLog({ service: 'test', level: 'silent', stdout: true }),
    ...(options.clockReadings ? { clockReadings: options.clockReadings } : {}),
    access: { now: () => Date.now() + shift, bcryptCost: 4 },
  })
  parts.health.accepting = true
  const people = storeOf?.people ?? (await createTestPeople(parts, options.configured ?? true))
  const { app, services, onClose } = await composeServices(parts, factories, {
    checkResponses: true,
    callLimits: options.callLimits ?? NO_LIMITS,
    trustProxy: options.trustProxy ?? 0,
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    app: server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    parts,
    services,
    people,
    storeUri: store.uri,
    advance: (ms) => {
      shift += ms
    },
    close: async () => {
      for (const close of onClose) await close()
      server.close()
      server.closeAllConnections()
      await store.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
