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

/** One or more services over a store of their own, for supertest. */
export type TestApp = {
  /** listens on loopback already: supertest would open a server for each request, and close it again */
  app: Server
  /** its address, without a slash at the end */
  url: string
  parts: ServiceParts
  services: readonly Service[]
  people: TestPeople
  storeUri: string
  /** moves the clock that sessions and the sign-in throttle read. @param ms milliseconds */
  advance(ms: number): void
  close(): Promise<void>
}

/** The secret that the tokens of every test app are signed with: a process that shares it takes their sessions. */
export const TEST_JWT_SECRET = 'a secret of forty characters for the tests'

/** The key that every test app encrypts with: a process that shares it opens what they store. */
export const TEST_ENCRYPTION_KEY = 'an encryption key of forty characters for tests'

/**
 * How long a test waits (`vi.waitFor`) for what other work brings about: a log that is written beside the answer, a
 * worker, another process. It ends as soon as that is true, so the bound only has to be ample on a busy machine.
 */
export const TEST_WAIT = { timeout: 40_000, interval: 20 }

/** How a test app differs from the product as `npm start` runs it. */
export type TestAppOptions = {
  /** the machine's clocks; real ones when left out */
  clockReadings?: ClockReadings
  /** whether a privilege exists from the start; true when left out */
  configured?: boolean
  /** `local` when left out, as on the embedded store */
  cacheMode?: CacheMode
  /** number of proxies whose `X-Forwarded-For` is believed: so a test chooses addresses */
  trustProxy?: number
  /** what a session may have of the process; without limits when left out: a test asks more at once than people do */
  callLimits?: Partial<CallLimits>
  /** where a Redis is that joins the processes of a test; without it there is none */
  redisUrl?: string
  /** hosts that may be called although they are this machine */
  outboundAllow?: readonly string[]
  /** the app whose store is used too, as another process would; without it the store is fresh */
  storeOf?: TestApp
  /** a store that runs already, which the app leaves running when it closes; without it the store is fresh */
  storeUri?: string
}

const NO_LIMITS: Partial<CallLimits> = {
  concurrentCalls: 1_000,
  allCalls: 1_000,
  workMs: 1e12,
  answerBytes: 1e12,
}

/**
 * Opens services as the product composes them. Only what would make tests slow or blind differs: passwords are hashed
 * at bcrypt's least cost, answers are checked against their declarations, and nothing is logged.
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
