import { SCALING_DATA, type ScalingData, type ScalingState } from '@wardtrack/contracts'
import { type BusTopics, type Database, settingId, trusted } from '@wardtrack/database'
import type { EventBus, Logger } from '@wardtrack/service-kit'

/** One settings pair, for Redis or for Kafka. */
type ScalingSetting = {
  switchedOn: boolean
  /** number of active equipment from which it is used */
  threshold: number
  /** kinds of data that pass through it */
  data: readonly ScalingData[]
}

/** Both settings pairs. */
type ScalingSettings = { redis: ScalingSetting; kafka: ScalingSetting }

/** Settings while nothing is saved. */
const NOTHING_SAVED: ScalingSettings = {
  redis: { switchedOn: false, threshold: 0, data: [] },
  kafka: { switchedOn: false, threshold: 0, data: [] },
}

const REDIS_ID = settingId('Scale', 'redis')
const KAFKA_ID = settingId('scale', 'kafka')

/** Reads both pairs. A Redis pair that names no data means all data. */
async function readScalingSettings(db: Database): Promise<ScalingSettings> {
  const saved = await db.models.settings.find({ _id: trusted({ $in: [REDIS_ID, KAFKA_ID] }) })
  const fieldsOf = (id: string): Record<string, unknown> | undefined =>
    saved.find(({ _id }) => _id === id)?.Fields
  const redis = fieldsOf(REDIS_ID)
  const kafka = fieldsOf(KAFKA_ID)
  return {
    redis: redis
      ? {
          switchedOn: redis['Enabled'] === true,
          threshold: Number(redis['deviceThreshold']),
          data: redis['cachingData'] === undefined ? SCALING_DATA : dataOf(redis['cachingData']),
        }
      : NOTHING_SAVED.redis,
    kafka: kafka
      ? {
          switchedOn: kafka['status'] === 'Active',
          threshold: Number(kafka['maxDevice']),
          data: dataOf(kafka['cachingData']),
        }
      : NOTHING_SAVED.kafka,
  }
}

const dataOf = (names: unknown): ScalingData[] =>
  SCALING_DATA.filter((name) => Array.isArray(names) && names.includes(name))

/** Counts active equipment, up to `most` when given. */
export function countActiveEquipment(db: Database, most?: number): Promise<number> {
  const count = db.models.assets.countDocuments({ AssetType: 'Equipment', AssetStatus: 'active' })
  return most === undefined ? count : count.limit(most)
}

/** Current use of Redis or Kafka. */
export type ScalingUse = {
  state: ScalingState
  /** true when it is enabled and the threshold is reached: it is used as soon as it is reachable */
  isWanted: boolean
  /** number of active equipment from which it is used */
  threshold: number
  /** kinds of data that pass through it */
  data: readonly ScalingData[]
}

/** The Redis connection. */
type ScalingBackend = { isAvailable(): boolean }

/** Items that passed through the brokers since the process started. */
type KafkaFigures = {
  /** sent to the brokers by this process */
  sent: number
  /** read from the brokers and stored by this process */
  applied: number
  /** held by the brokers and not yet stored, in the partitions that this process reads */
  lag: number
}

/** The connection to the Kafka brokers. */
type KafkaBackend = ScalingBackend & { figures(): KafkaFigures }

/**
 * Use of Redis and Kafka, according to the settings pairs `Scale`/`redis` and `scale`/`kafka`. Answers come from
 * memory, so calls are cheap. A change of the settings takes effect in every process within 5 s.
 */
export type Scaling = {
  redis(): ScalingUse
  kafka(): ScalingUse
  /** registers the connection; until then Redis is unavailable */
  setRedisBackend(backend: ScalingBackend): void
  setKafkaBackend(backend: KafkaBackend): void
  /** counts of items through the brokers; undefined while no connection is registered */
  kafkaFigures(): KafkaFigures | undefined
  /** calls the listener when the settings, or a reached threshold, change; returns unsubscribe */
  onChange(listener: () => void): () => void
  /** reads settings and counts now. @throws when the store does not answer */
  reload(): Promise<void>
  close(): void
}

/** Dependencies, and the intervals of reading. */
export type ScalingParts = {
  db: Database
  bus: EventBus<BusTopics>
  log: Logger
  /** milliseconds between two reads of the settings; changes by other processes are not always announced */
  settingsMs?: number
  /** milliseconds between two counts of the equipment while Redis or Kafka is enabled */
  countMs?: number
}

const SETTINGS_MS = 2_000
const COUNT_MS = 5_000

/** Creates the in-memory view of the settings. Redis and Kafka stay unused until the first read. */
export function createScaling(parts: ScalingParts): Scaling {
  const { db, bus, log, settingsMs = SETTINGS_MS, countMs = COUNT_MS } = parts
  const listeners = new Set<() => void>()
  const backends: { redis?: ScalingBackend; kafka?: KafkaBackend } = {}
  let settings = NOTHING_SAVED
  let devices = { count: 0, upTo: 0, at: Number.NEGATIVE_INFINITY }
  let announced = ''
  let closed = false

  const stateOf = (setting: ScalingSetting, backend: ScalingBackend | undefined): ScalingUse => {
    const { switchedOn, threshold, data } = setting
    const isReached = devices.count >= threshold
    const reached = backend?.isAvailable() === true ? 'in-use' : 'unavailable'
    const state = !switchedOn ? 'off' : isReached ? reached : 'below-threshold'
    return { state, isWanted: switchedOn && isReached, threshold, data }
  }
  const load = async (): Promise<void> => {
    const read = await readScalingSettings(db)
    const thresholds = [read.redis, read.kafka].filter(({ switchedOn }) => switchedOn)
    const upTo = Math.max(0, ...thresholds.map(({ threshold }) => threshold))
    const now = performance.now()
    if (upTo > devices.upTo || (upTo > 0 && now - devices.at >= countMs))
      devices = { count: await countActiveEquipment(db, upTo), upTo, at: now }
    settings = read
    const wanted = [settings, stateOf(settings.redis, undefined), stateOf(settings.kafka, undefined)]
    const text = JSON.stringify(wanted)
    if (text === announced || closed) return
    announced = text
    for (const listener of listeners) listener()
  }
  // Reads run one after another, so a slow read never overwrites a later result.
  let last: Promise<void> = Promise.resolve()
  const reload = (): Promise<void> => {
    const next = last.catch(() => undefined).then(load)
    last = next
    return next
  }
  const reloadQuietly = (): void => {
    if (closed) return
    reload().catch((error: unknown) => {
      if (!closed) log.debug({ err: error }, 'the scaling settings could not be read')
    })
  }
  const unsubscribe = [
    bus.subscribe('config.changed', ({ what }) => {
      if (what === 'settings') reloadQuietly()
    }),
    bus.subscribe('bus.gap', reloadQuietly),
  ]
  const timer = setInterval(reloadQuietly, settingsMs).unref()
  return {
    redis: () => stateOf(settings.redis, backends.redis),
    kafka: () => stateOf(settings.kafka, backends.kafka),
    setRedisBackend: (backend) => {
      backends.redis = backend
    },
    setKafkaBackend: (backend) => {
      backends.kafka = backend
    },
    kafkaFigures: () => backends.kafka?.figures(),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reload,
    close: () => {
      closed = true
      clearInterval(timer)
      for (const stop of unsubscribe) stop()
    },
  }
}
