import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service, ServiceFactory, ServiceParts } from '@wardtrack/access'
import { type CacheMode, type CallLimits, type ClockReadings, createLog } from '@wardtrack/service-kit'
import { composeServices, openServiceParts, serviceSettings } from '@wardtrack/service-runtime'
import { openTestStore } from './open-test-store.ts'
import { createTestPeople, type TestPeople } from './test-people.ts'

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
