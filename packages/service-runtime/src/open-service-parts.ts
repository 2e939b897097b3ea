import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type AccessParts, createAccess, type ServiceParts } from '@wardtrack/access'
import { type BusTopics, type Database, isDuplicateKey, openDatabase, trusted } from '@wardtrack/database'
import { createImageDecoder } from '@wardtrack/images'
import { openKafka } from '@wardtrack/kafka'
import { createProcessReport, createScaling, createSharedReads } from '@wardtrack/scaling'
import {
  type BusLog,
  type BusOptions,
  type CacheMode,
  type Clock,
  type ClockReadings,
  closeLog,
  createClock,
  createDiskRoom,
  createEventBus,
  createHealth,
  createLog,
  createMetrics,
  type Health,
  type Logger,
  type ServiceMetrics,
} from '@wardtrack/service-kit'
import { kafkaSettingsOf } from './kafka-settings.ts'
import { openKeyRing } from './open-key-ring.ts'
import { openSealing } from './open-sealing.ts'
import { readOrCreateSecret, restrictFilesToOwner } from './private-files.ts'
import type { ServiceSettings } from './service-settings.ts'

type Parts = { db: Database; log: Logger; health: Health; metrics: ServiceMetrics }

const ID = 'confirmed-time'
const SAVE_MS = 10 * 60_000

/**
 * Opens the clock of a process. The store keeps the confirmed time, so that the next start notices a wrong clock too.
 * @param readings the machine's clocks; tests replace them
 */
async function openClock({ db, log, ...observers }: Parts, readings?: ClockReadings): Promise<Clock> {
  const stored = await db.models.system.findOne({ _id: ID })
  const lastConfirmed = stored?.value instanceof Date ? stored.value.getTime() : undefined
  const clock = createClock({ log, ...observers }, { lastConfirmed, ...(readings ? { readings } : {}) })
  const save = async (): Promise<void> => {
    const value = new Date(clock.confirmedNow())
    try {
      await db.models.system.updateOne({ _id: ID }, { $set: { value } }, { upsert: true })
    } catch (error) {
      log.warn({ err: error }, 'the confirmed time is kept later')
    }
  }
  const timer = setInterval(() => void save(), SAVE_MS)
  timer.unref()
  return {
    ...clock,
    close: async () => {
      clearInterval(timer)
      await clock.close()
      await save()
    },
  }
}

/** Opens the log in the store through which processes without a Redis exchange events. */
export function openBusLog(db: Database): BusLog {
  const { models } = db
  // driver: it reads bytes as buffers, four times a second; a model would check every written byte
  const { busMessages } = db.driver
  return {
    newest: async () => {
      const [newest] = await models.busMessages.find({}).select({ _id: 1 }).sort({ _id: -1 }).limit(1)
      return newest?._id ?? 0
    },
    append: async ({ number, origin, sealed }) => {
      try {
        await busMessages.insertOne({ _id: number, origin, sealed })
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
    readFrom: async (number, limit) => {
      const found = busMessages.find({ _id: { $gte: number } }, { promoteBuffers: true })
      const docs = await found.sort({ _id: 1 }).limit(limit).toArray()
      return docs.map(({ _id, origin, sealed }) => ({ number: _id, origin, sealed }))
    },
    removeBefore: async (number) => {
      await models.busMessages.deleteMany({ _id: trusted({ $lt: number }) })
    },
  }
}

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
  const silenceMinutes = settings.WARDTRACK_SILENCE_MINUTES
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
    silenceMinutes,
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
