import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
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
  type RunningServer,
  runServer,
} from '@wardtrack/service-kit'
import type { Actor } from './actor.ts'
import { createAccess } from './create-access.ts'
import { ensureFirstAccount, type FirstAccount } from './first-account.ts'
import type { Service, ServiceFactory, ServiceParts } from './service-parts.ts'
import type { ServiceSettings } from './service-settings.ts'

/** What a process hosts. */
export type StartOptions = {
  /** name in the log and of its log file */
  name: string
  settings: ServiceSettings
  mongoUri: string
  services: readonly ServiceFactory[]
  /** whether other processes may write to the store */
  cacheMode: CacheMode
  /** runs when the parts exist and before anybody is served: seeding */
  prepare?: (parts: ServiceParts, firstAccount: FirstAccount) => Promise<void>
  /** adds what is no declared call (the console's files), after the calls */
  extend?: (app: Express) => void
  /** closed after everything else (the embedded store) */
  closeLast?: () => Promise<void>
  /** whether the log also goes to standard output */
  stdout?: boolean
}

/** A hosted process. */
export type RunningService = { running: RunningServer; parts: ServiceParts; firstAccount: FirstAccount }

/** Joins the parts and the services to one listening process. @throws when the store or the port is not to be had */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { settings } = options
  ownFilesOnly()
  const dataDir = resolve(settings.WARDTRACK_DATA_DIR)
  const filesDir = join(dataDir, 'var', 'uploads')
  await mkdir(join(filesDir, 'images', 'Maps'), { recursive: true })
  const parts = await openParts(options, dataDir, filesDir)
  const firstAccount = await prepareAccess(parts, settings)
  await options.prepare?.(parts, firstAccount)
  const services: Service[] = []
  for (const make of options.services) services.push(await make(parts))
  const app = createApp({
    log: parts.log,
    metrics: parts.metrics,
    trustProxy: settings.WARDTRACK_TRUST_PROXY,
  })
  const calls = [
    ...operationsCalls<Actor>(parts.health, parts.metrics),
    ...services.flatMap((one) => one.calls),
  ]
  mountCalls(app, calls, {
    gate: parts.access.gate,
    bases: parts.bases,
    audit: parts.access.audit.sink,
    checkAnswers: settings.NODE_ENV === 'test',
  })
  options.extend?.(app)
  closeApp(app)
  const closers = [
    ...services.map((service) => () => service.close?.()),
    () => parts.access.audit.flush(),
    () => parts.access.close(),
    () => parts.bus.close(),
    () => parts.db.close(),
    () => options.closeLast?.(),
  ]
  const { HOST: address, PORT: port } = settings
  const enders = services.map((service) => () => service.drain?.())
  const { health, log } = parts
  const running = await runServer({ app, host: address, port, health, log, enders, closers })
  return { running, parts, firstAccount }
}

async function openParts(options: StartOptions, dataDir: string, filesDir: string): Promise<ServiceParts> {
  const { settings, cacheMode } = options
  const log = createLog({
    service: options.name,
    dir: join(filesDir, 'logs'),
    level: settings.WARDTRACK_LOG_LEVEL,
    stdout: options.stdout ?? true,
  })
  const metrics = createMetrics()
  const health = createHealth()
  const bus = createEventBus<BusTopics>({
    log,
    ...(settings.REDIS_URL ? { redisUrl: settings.REDIS_URL } : {}),
  })
  const db = await openDatabase(options.mongoUri)
  const jwtSecret = settings.JWT_SECRET ?? (await readOrCreateSecret(join(dataDir, 'jwt-secret')))
  const access = createAccess({ db, bus, cacheMode, log, jwtSecret })
  health.add('store', () => db.ping())
  const bases = {
    api: settings.WARDTRACK_API_BASE,
    location: settings.WARDTRACK_LOCATION_BASE,
    status: settings.WARDTRACK_STATUS_BASE,
    root: '',
  }
  const outboundAllow = settings.WARDTRACK_OUTBOUND_ALLOW
  return { db, access, bus, log, metrics, health, filesDir, bases, cacheMode, outboundAllow }
}

async function prepareAccess(parts: ServiceParts, settings: ServiceSettings): Promise<FirstAccount> {
  const { WARDTRACK_ADMIN_USERNAME: username, WARDTRACK_ADMIN_PASSWORD: password } = settings
  const key = settings.WARDTRACK_INGEST_KEY
  if (key) await parts.access.keys.ensure(key, { name: 'WARDTRACK_INGEST_KEY', kind: 'integration' })
  return ensureFirstAccount(parts.db, parts.access.passwords, {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  })
}

/**
 * Lets other accounts of the machine read nothing that this process and its children write from now on: the data
 * directory holds patients' names and places, in the store's files as well as in logs.
 */
export function ownFilesOnly(): void {
  process.umask(0o077)
}

const SHORTEST_SECRET = 32

/**
 * A secret of the installation, made at the first start and readable by its owner alone. It appears under its name
 * whole or not at all, whatever cuts the start off.
 * @throws Error when the file holds no secret: signing with an empty or a cut one would be worse than not starting
 */
export async function readOrCreateSecret(path: string): Promise<string> {
  try {
    const secret = (await readFile(path, 'utf8')).trim()
    if (secret.length >= SHORTEST_SECRET) return secret
    throw new Error(`${path} holds no secret of ${SHORTEST_SECRET} characters; remove it to have one made`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(aside, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
    await link(aside, path)
  } catch (error) {
    // Another process of the installation made it in the same moment: its secret is the one to use.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
  return readOrCreateSecret(path)
}
