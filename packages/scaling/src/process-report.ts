import { randomUUID } from 'node:crypto'
import type { ScalingData, ScalingState } from '@wardtrack/contracts'
import { type BusTopics, type Database, trusted } from '@wardtrack/database'
import {
  createRedisStore,
  type EventBus,
  type Logger,
  type RedisStore,
  type ServiceMetrics,
} from '@wardtrack/service-kit'
import type { Scaling } from './create-scaling.ts'

/** Data on which an answer depends; the answer is read again once this data changes. */
type ReadGroup = 'assets' | 'config' | 'access'

/** A read that is repeated often. */
export type SharedRead = {
  /** unique name: contains everything that decides the result, including the requester's rights */
  name: string
  data: ScalingData
  groups: readonly ReadGroup[]
}

/** Counts of reads since the process started. */
type ReadFigures = { hits: number; misses: number; unanswered: number }

/** A value read from the store, and whether other requesters may receive it. */
export type LoadedRead<T> = { value: T; isShared: boolean }

/** Maximum staleness of an answer, in milliseconds. */
const MAX_AGE_MS = 1_000
/** Maximum length of an answer in Redis, in characters; longer answers are not shared. */
const MAX_LENGTH = 1_000_000

type Entry = { at: number; counts: string[]; value: unknown }
type Load = { startedAt: number; promise: Promise<LoadedRead<unknown>> }

/** Reads through Redis, and joins simultaneous reads of the same name in this process. */
function createSharedLoads(store: () => RedisStore | undefined, figures: ReadFigures) {
  const running = new Map<string, Load>()
  const changes: Record<ReadGroup, number> = { assets: 0, config: 0, access: 0 }
  const pending = new Set<ReadGroup>()
  let distrustedUntil = 0
  let raising: Promise<void> = Promise.resolve()
  const raisePending = (): void => {
    const groups = [...pending]
    pending.clear()
    const redis = store()
    if (!redis || groups.length === 0) return
    raising = redis.raise(groups.map(counterOf)).then((isRaised) => {
      // Redis may hold entries from before the change, so it is distrusted until they have expired.
      if (!isRaised) distrustedUntil = performance.now() + MAX_AGE_MS
    })
  }
  /** Reads of the same key are joined while none of their sources has changed, and for at most a second. */
  const join = <T>(key: string, load: () => Promise<LoadedRead<T>>): { load: Load; isNew: boolean } => {
    const found = running.get(key)
    if (found && performance.now() - found.startedAt < MAX_AGE_MS) return { load: found, isNew: false }
    const started: Load = { startedAt: performance.now(), promise: load() }
    running.set(key, started)
    const end = (): void => {
      if (running.get(key) === started) running.delete(key)
    }
    started.promise.then(end, end)
    return { load: started, isNew: true }
  }
  const versionsOf = ({ groups }: SharedRead): string => groups.map((group) => changes[group]).join()
  return {
    /** discards the joined reads that depend on these groups */
    forget: (groups: readonly ReadGroup[]): void => {
      if (pending.size === 0) process.nextTick(raisePending)
      for (const group of groups) {
        changes[group] += 1
        pending.add(group)
      }
    },
    read: async <T>(read: SharedRead, load: () => Promise<LoadedRead<T>>): Promise<T> => {
      if (pending.size > 0) raisePending()
      const before = versionsOf(read)
      const redis = store()
      const at = Date.now()
      const found = await redis?.read(read.name, read.groups.map(counterOf))
      // After this wait, a change of this process that Redis did not accept is known.
      await raising
      const versions = versionsOf(read)
      const isTrusted = versions === before && performance.now() >= distrustedUntil
      const entry = found && isTrusted ? usableEntry(found, at) : undefined
      if (entry) {
        figures.hits += 1
        return entry.value as T
      }
      if (found) figures.misses += 1
      else figures.unanswered += 1
      const startedAt = Date.now()
      const joined = join(`${versions} ${read.name}`, load)
      const { value, isShared } = await joined.load.promise
      if (joined.isNew && isShared && found) {
        const text = JSON.stringify({ at: startedAt, counts: found.counts, value } satisfies Entry)
        if (text.length <= MAX_LENGTH) redis?.write(read.name, text, MAX_AGE_MS - (Date.now() - startedAt))
      }
      if (isShared) return value as T
      // An unshared value depends on its requester, so a joined caller loads its own.
      return joined.isNew ? (value as T) : (await load()).value
    },
  }
}

const counterOf = (group: ReadGroup): string => `group ${group}`

/** Returns the entry, unless its sources changed after loading or it is too old. Redis may have been paused. */
function usableEntry({ text, counts }: { text: string | undefined; counts: string[] }, now: number) {
  if (text === undefined) return undefined
  const entry = JSON.parse(text) as Entry
  const isUnchanged = entry.counts.every((count, index) => count === counts[index])
  return isUnchanged && Math.abs(now - entry.at) < MAX_AGE_MS ? entry : undefined
}

/**
 * Reads that several processes share through Redis while the settings enable it. A result is at most one second older
 * than the store. It is never older than a change that this process made or was notified of.
 */
export type SharedReads = {
  /** @param load reads from the store what Redis lacks; its value is JSON when it is shared */
  read<T>(read: SharedRead, load: () => Promise<LoadedRead<T>>): Promise<T>
  figures(): ReadFigures
  /** true when a Redis address is configured */
  isConfigured: boolean
  close(): void
}

/** Dependencies; without a URL, every read goes to the store. */
type SharedReadParts = {
  scaling: Scaling
  bus: EventBus<BusTopics>
  log: Logger
  metrics?: ServiceMetrics
  redis?: { url: string; secret: string }
}

const GROUP_OF: { readonly [Topic in keyof BusTopics]?: ReadGroup } = {
  'asset.location': 'assets',
  'asset.status': 'assets',
  'asset.changed': 'assets',
  'config.changed': 'config',
  'access.changed': 'access',
}
const ALL_GROUPS: readonly ReadGroup[] = ['assets', 'config', 'access']

/** Creates the shared reads. The connection to Redis is open only while Redis is to be used. */
export function createSharedReads({ scaling, bus, log, metrics, redis }: SharedReadParts): SharedReads {
  let store: RedisStore | undefined
  const figures: ReadFigures = { hits: 0, misses: 0, unanswered: 0 }
  const loads = createSharedLoads(() => store, figures)
  const follow = (): void => {
    const { isWanted } = scaling.redis()
    if (redis && isWanted && !store) store = createRedisStore({ ...redis, log })
    if (isWanted) return
    store?.close()
    store = undefined
  }
  scaling.setRedisBackend({ isAvailable: () => store?.isAvailable() === true })
  const unsubscribe = [
    scaling.onChange(follow),
    bus.subscribe('bus.gap', () => loads.forget(ALL_GROUPS)),
    ...Object.entries(GROUP_OF).map(([topic, group]) =>
      bus.subscribe(topic as keyof BusTopics, () => loads.forget([group])),
    ),
  ]
  follow()
  metrics?.labelledGauge(
    'wardtrack_redis_reads',
    'Reads that could go through Redis: found there, read from the store, and read from the store because Redis did not answer',
    ['outcome'],
    () => Object.entries(figures).map(([outcome, value]) => ({ labels: { outcome }, value })),
  )
  return {
    read: async (read, load) => {
      const { state, data } = scaling.redis()
      if (!store || state === 'off' || state === 'below-threshold' || !data.includes(read.data))
        return (await load()).value
      return loads.read(read, load)
    },
    figures: () => ({ ...figures }),
    isConfigured: redis !== undefined,
    close: () => {
      for (const stop of unsubscribe) stop()
      store?.close()
      store = undefined
    },
  }
}

/** Activity of a process in one minute. `at`: its start, in milliseconds; `lag`: items waiting at its end */
export type ReportMinute = {
  at: number
  hits: number
  misses: number
  unanswered: number
  sent: number
  applied: number
  lag: number
}

/** Last report of one process on its use of Redis and Kafka. */
export type StoredReport = {
  name: string
  /** time of writing, in milliseconds */
  at: number
  redis: ScalingState
  kafka: ScalingState
  /** the last hour, oldest first; the last entry is the current minute */
  minutes: ReportMinute[]
}

/** Reports this process's use of Redis and Kafka to the other processes. */
export type ProcessReport = {
  /** writes the report now */
  write(): Promise<void>
  close(): Promise<void>
}

type ReportParts = { db: Database; log: Logger; scaling: Scaling; sharedReads: SharedReads; name: string }

const PREFIX = 'scaling-report/'
const WRITE_MS = 2_000
const MINUTE_MS = 60_000
const KEPT_MINUTES = 60

/** Writes a report every two seconds while Redis or Kafka is enabled, even when neither is reachable. */
export function createProcessReport({ db, log, scaling, sharedReads, name }: ReportParts): ProcessReport {
  const _id = PREFIX + randomUUID()
  let minutes: ReportMinute[] = []
  let counted = { hits: 0, misses: 0, unanswered: 0, sent: 0, applied: 0 }
  let isStored = false
  const countMinute = (): void => {
    const { sent = 0, applied = 0, lag = 0 } = scaling.kafkaFigures() ?? {}
    const total = { ...sharedReads.figures(), sent, applied }
    const at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    if (minutes.at(-1)?.at !== at)
      minutes.push({ at, hits: 0, misses: 0, unanswered: 0, sent: 0, applied: 0, lag: 0 })
    const minute = minutes.at(-1) as ReportMinute
    for (const member of Object.keys(total) as (keyof typeof total)[])
      minute[member] += Math.max(0, total[member] - counted[member])
    minute.lag = lag
    counted = total
    minutes = minutes.slice(-KEPT_MINUTES)
  }
  const remove = async (): Promise<void> => {
    if (!isStored) return
    await db.models.system.deleteOne({ _id })
    isStored = false
  }
  const write = async (): Promise<void> => {
    const [redis, kafka] = [scaling.redis().state, scaling.kafka().state]
    if (redis === 'off' && kafka === 'off') return remove()
    countMinute()
    const value: StoredReport = { name, at: Date.now(), redis, kafka, minutes }
    await db.models.system.updateOne({ _id }, { $set: { value } }, { upsert: true })
    isStored = true
  }
  // Writes run one after another, so the report removed at the end is not written again.
  let last: Promise<void> = Promise.resolve()
  const inTurn = (action: () => Promise<void>): Promise<void> => {
    last = last.catch(() => undefined).then(action)
    return last
  }
  const timer = setInterval(() => {
    inTurn(write).catch((error: unknown) =>
      log.debug({ err: error }, 'no report of scaling could be written'),
    )
  }, WRITE_MS).unref()
  return {
    write: () => inTurn(write),
    close: async () => {
      clearInterval(timer)
      await inTurn(remove)
    },
  }
}

/** Reads the reports of the last hour. It removes older ones, left by killed processes. */
export async function readProcessReports(db: Database): Promise<StoredReport[]> {
  const found = await db.models.system.find({ _id: trusted({ $gte: PREFIX, $lt: `${PREFIX}~` }) })
  const reports = found.map(({ _id, value }) => ({ _id, report: value as StoredReport }))
  const oldest = Date.now() - KEPT_MINUTES * MINUTE_MS
  const old = reports.filter(({ report }) => report.at < oldest).map(({ _id }) => _id)
  if (old.length > 0) await db.models.system.deleteMany({ _id: trusted({ $in: old }) })
  return reports.filter(({ report }) => report.at >= oldest).map(({ report }) => report)
}
