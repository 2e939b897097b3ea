import type { ScalingData, ScalingState } from '@wardtrack/contracts'
import type { BusTopics, Database } from '@wardtrack/database'
import type { EventBus, Logger } from '@wardtrack/service-kit'
import {
  countActiveEquipment,
  NOTHING_SAVED,
  readScalingSettings,
  type ScalingSetting,
} from './scaling-settings.ts'

/** What is to be done with Redis or Kafka at this moment. */
export type ScalingUse = {
  state: ScalingState
  /** whether it is switched on and the threshold is reached: it is to be used as soon as it can be reached */
  isWanted: boolean
  /** active equipment from which on it is used */
  threshold: number
  /** what goes through it */
  data: readonly ScalingData[]
}

/** What reaches Redis. */
type ScalingBackend = { isAvailable(): boolean }

/** What went through the brokers since the process started, in items. */
type KafkaFigures = {
  /** handed to the brokers by this process */
  sent: number
  /** read from the brokers by this process and stored */
  applied: number
  /** with the brokers and not stored yet, in the partitions that this process reads */
  lag: number
}

/** What reaches the brokers. */
type KafkaBackend = ScalingBackend & { figures(): KafkaFigures }

/**
 * Whether Redis and Kafka are used, as the settings pairs `Scale`/`redis` and `scale`/`kafka` say. What it answers is in
 * memory: asking costs nothing. A change of the settings counts in every process within 5 s.
 */
export type Scaling = {
  redis(): ScalingUse
  kafka(): ScalingUse
  /** says who knows whether it can be reached; until then it is unavailable */
  setRedisBackend(backend: ScalingBackend): void
  setKafkaBackend(backend: KafkaBackend): void
  /** what went through the brokers; undefined as long as nobody reaches any */
  kafkaFigures(): KafkaFigures | undefined
  /** hears when what the settings say, or whether a threshold is reached, has changed; returns unsubscribe */
  onChange(listener: () => void): () => void
  /** reads the settings and counts now. @throws when the store does not answer */
  reload(): Promise<void>
  close(): void
}

/** What it is made from, and how often it reads. */
export type ScalingParts = {
  db: Database
  bus: EventBus<BusTopics>
  log: Logger
  /** milliseconds between two readings of the settings: those of other processes are not always told */
  settingsMs?: number
  /** milliseconds between two counts of the equipment while something is switched on */
  countMs?: number
}

const SETTINGS_MS = 2_000
const COUNT_MS = 5_000

/** Keeps what the settings say in memory; nothing is used before they were read for the first time. */
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
  // One reading after the other: a slow one never overwrites what a later one has found.
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
