import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type AccessParts, createAccess, type ServiceParts } from '@wardtrack/access'
import { type BusTopics, type Database, openDatabase } from '@wardtrack/database'
import { createImageDecoder } from '@wardtrack/images'
import { openKafka } from '@wardtrack/kafka'
import { createProcessReport, createScaling, createSharedReads } from '@wardtrack/scaling'
import {
  type BusOptions,
  type CacheMode,
  type ClockReadings,
  closeLog,
  createDiskRoom,
  createEventBus,
  createHealth,
  createLog,
  createMetrics,
  type Logger,
} from '@wardtrack/service-kit'
import { kafkaSettingsOf } from './kafka-settings.ts'
import { openBusLog } from './open-bus-log.ts'
import { openClock } from './open-clock.ts'
import { openKeyRing } from './open-key-ring.ts'
import { openSealing } from './open-sealing.ts'
import { readOrCreateSecret, restrictFilesToOwner } from './private-files.ts'
import type { ServiceSettings } from './service-settings.ts'

/** Options for the parts of a process. */
export type PartsOptions = {
  settings: ServiceSettings
  mongoUri: string
  /** folder of the store's files when they are on this machine: its disk is watched */
  storeDir?: string
  /** tells if other processes may write to the store */
  cacheMode: CacheMode
  /** the log; without it, a log `{name}.log` is created in the data directory */
  log?: Logger
  /** name in the log and of its log file */
  name: string
  /** true to log to standard output too; the default */
  stdout?: boolean
  /** replacements in tests: the clock, cheaper hashing */
  access?: Pick<AccessParts, 'now' | 'bcryptCost'>
  /** the machine's clocks; tests replace them */
  clockReadings?: ClockReadings
}

/**
 * Connections to the store: more than the calls of sessions use at a time, so that other work never waits for one.
 */
const POOL_SIZE = 32

/** Opens the parts of every service: log, metrics, health, bus, store, access. @throws without the store */
export async function openServiceParts(options: PartsOptions): Promise<ServiceParts> {
  const { settings, cacheMode, name, stdout = true } = options
  restrictFilesToOwner()
  const dataDir = resolve(settings.WARDTRACK_DATA_DIR)
  const filesDir = join(dataDir, 'var', 'uploads')
  await mkdir(join(filesDir, 'images', 'Maps'), { recursive: true })
  const level = settings.WARDTRACK_LOG_LEVEL
  const log = options.log ?? createLog({ service: name, dir: join(filesDir, 'logs'), level, stdout })
  const health = createHealth()
  const metrics = createMetrics()
  const jwtSecret = settings.JWT_SECRET ?? (await readOrCreateSecret(join(dataDir, 'jwt-secret')))
  const redis = settings.REDIS_URL ? { redis: { url: settings.REDIS_URL, secret: jwtSecret } } : {}
  const db = await openDatabase(options.mongoUri, { poolSize: POOL_SIZE })
  const store = cacheMode === 'shared' && !settings.REDIS_URL ? await storeBusOf(db, jwtSecret) : {}
  const bus = createEventBus<BusTopics>({ log, metrics, ...redis, ...store })
  const keyRing = await openKeyRing({
    db,
    dataDir,
    secrets: settings.ENCRYPTION_KEY,
    exclusive: cacheMode === 'local',
  })
  openSealing({ db, bus, cacheMode, keyRing, log })
  const scaling = createScaling({ db, bus, log })
  const sharedReads = createSharedReads({ scaling, bus, log, metrics, ...redis })
  const sessionLifeMs = settings.WARDTRACK_SESSION_HOURS * 3_600_000
  const accessSettings = {
    keyRing,
    jwtSecret,
    sessionLifeMs,
    trustProxy: settings.WARDTRACK_TRUST_PROXY,
    auditSecrets: settings.WARDTRACK_AUDIT_SECRET,
  }
  const access = createAccess({
    db,
    bus,
    cacheMode,
    log,
    metrics,
    sharedReads,
    ...accessSettings,
    ...options.access,
  })
  const diskRoom = createDiskRoom({ health, metrics }, options.storeDir ? { dir: options.storeDir } : {})
  await diskRoom.measure()
  const clock = await openClock({ db, log, health, metrics }, options.clockReadings)
  await scaling.reload()
  const processReport = createProcessReport({ db, log, scaling, sharedReads, name })
  const brokers = kafkaSettingsOf(settings)
  const kafka = brokers && (await openKafka(brokers, log))
  health.add('store', () => db.ping())
  if (bus.acrossProcesses) health.add('redis', () => bus.connected(), { required: false })
  const bases = {
    api: settings.WARDTRACK_API_BASE,
    location: settings.WARDTRACK_LOCATION_BASE,
    status: settings.WARDTRACK_STATUS_BASE,
    root: '',
  }
  const outboundAllow = settings.WARDTRACK_OUTBOUND_ALLOW
  const limits = settings.WARDTRACK_LIMITS
  const imageDecoder = createImageDecoder({ memoryMb: limits.imageMemoryMb })
  return {
    db,
    access,
    bus,
    log,
    metrics,
    health,
    diskRoom,
    clock,
    keyRing,
    scaling,
    sharedReads,
    processReport,
    ...(kafka ? { kafka } : {}),
    imageDecoder,
    dataDir,
    filesDir,
    bases,
    cacheMode,
    limits,
    outboundAllow,
  }
}

/** Creates the bus through the store, for processes without Redis. */
async function storeBusOf(db: Database, secret: string): Promise<Pick<BusOptions, 'store'>> {
  const entries = openBusLog(db)
  return { store: { entries, secret, from: await entries.newest() } }
}

/** Returns the steps that close the parts, in this order, after the services. */
export const closeSteps = ({
  access,
  bus,
  db,
  diskRoom,
  clock,
  scaling,
  sharedReads,
  processReport,
  kafka,
  imageDecoder,
  log,
}: ServiceParts): (() => unknown)[] => [
  () => imageDecoder.close(),
  () => sharedReads.close(),
  () => processReport.close(),
  () => scaling.close(),
  () => kafka?.close(),
  () => access.close(),
  () => bus.close(),
  () => diskRoom.close(),
  () => clock.close(),
  () => db.close(),
  () => closeLog(log),
]
