import type { BusTopics } from '@wardtrack/database'
import {
  createRedisStore,
  type EventBus,
  type Logger,
  type RedisStore,
  type ServiceMetrics,
} from '@wardtrack/service-kit'
import type { Scaling } from './create-scaling.ts'
import { createSharedLoads } from './shared-loads.ts'
import type { LoadedRead, ReadFigures, ReadGroup, SharedRead } from './shared-read.ts'

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
export type SharedReadParts = {
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
