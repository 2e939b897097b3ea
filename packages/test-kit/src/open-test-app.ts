import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Actor,
  createAccess,
  type Service,
  type ServiceFactory,
  type ServiceParts,
} from '@wardtrack/access'
import { DEFAULT_BASES } from '@wardtrack/contracts'
import { type BusTopics, openDatabase } from '@wardtrack/database'
import {
  type CacheMode,
  closeApp,
  createApp,
  createEventBus,
  createHealth,
  createLog,
  createMetrics,
  type Express,
  mountCalls,
  operationsCalls,
} from '@wardtrack/service-kit'
import { openTestStore } from './open-test-store.ts'
import { createTestPeople, type TestPeople } from './test-people.ts'

/** One or more services over a store of their own, for supertest. */
export type TestApp = {
  app: Express
  parts: ServiceParts
  services: Service[]
  people: TestPeople
  storeUri: string
  /** moves the clock that sessions and the sign-in throttle read. @param ms milliseconds */
  advance(ms: number): void
  close(): Promise<void>
}

/** How a test app differs from the product as `npm start` runs it. */
export type TestAppOptions = {
  /** whether a privilege exists from the start; true when left out */
  configured?: boolean
  /** `local` when left out, as on the embedded store */
  cacheMode?: CacheMode
  /** the app whose store is used too, as another process would; without it the store is fresh */
  storeOf?: TestApp
}

/**
 * Opens services as the product composes them: answers are checked against their declarations, passwords are hashed
 * at bcrypt's least cost.
 */
export async function openTestApp(
  factories: readonly ServiceFactory[],
  options: TestAppOptions = {},
): Promise<TestApp> {
  const { cacheMode = 'local', storeOf } = options
  const store = storeOf ? { uri: storeOf.storeUri, drop: async () => {} } : await openTestStore()
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-files-'))
  const filesDir = join(dataDir, 'var', 'uploads')
  await mkdir(join(filesDir, 'images', 'Maps'), { recursive: true })
  let shift = 0
  const now = (): number => Date.now() + shift
  const log = createLog({ service: 'test', level: 'silent', stdout: true })
  const bus = createEventBus<BusTopics>({ log })
  const db = await openDatabase(store.uri)
  const access = createAccess({
    db,
    bus,
    cacheMode,
    log,
    now,
    jwtSecret: 'a secret of forty characters for the tests',
    bcryptCost: 4,
  })
  const health = createHealth()
  health.accepting = true
  const parts: ServiceParts = {
    db,
    access,
    bus,
    cacheMode,
    log,
    health,
    metrics: createMetrics(),
    filesDir,
    bases: DEFAULT_BASES,
  }
  const people = storeOf?.people ?? (await createTestPeople(parts, options.configured ?? true))
  const services: Service[] = []
  for (const make of factories) services.push(await make(parts))
  const app = createApp({ log, metrics: parts.metrics })
  const calls = [
    ...operationsCalls<Actor>(health, parts.metrics),
    ...services.flatMap((service) => service.calls),
  ]
  mountCalls(app, calls, { gate: access.gate, audit: access.audit.sink, checkAnswers: true })
  closeApp(app)
  return {
    app,
    parts,
    services,
    people,
    storeUri: store.uri,
    advance: (ms) => {
      shift += ms
    },
    close: async () => {
      for (const service of services) await service.close?.()
      await access.audit.flush()
      access.close()
      await bus.close()
      await db.close()
      await store.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
