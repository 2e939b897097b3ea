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
import { openDatabase } from '@wardtrack/database'
import {
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
  /** moves the clock that sessions and the sign-in throttle read. @param ms milliseconds */
  advance(ms: number): void
  close(): Promise<void>
}

/**
 * Opens services as the product composes them: answers are checked against their declarations, passwords are hashed
 * at bcrypt's least cost.
 * @param options `configured` (true): whether a privilege exists from the start
 */
export async function openTestApp(
  factories: readonly ServiceFactory[],
  options: { configured?: boolean } = {},
): Promise<TestApp> {
  const store = await openTestStore()
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-files-'))
  const filesDir = join(dataDir, 'var', 'uploads')
  await mkdir(join(filesDir, 'images', 'Maps'), { recursive: true })
  let shift = 0
  const now = (): number => Date.now() + shift
  const log = createLog({ service: 'test', level: 'silent', stdout: true })
  const bus = createEventBus({ log })
  const db = await openDatabase(store.uri)
  const access = createAccess({
    db,
    bus,
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
    log,
    health,
    metrics: createMetrics(),
    filesDir,
    bases: DEFAULT_BASES,
  }
  const people = await createTestPeople(parts, options.configured ?? true)
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
