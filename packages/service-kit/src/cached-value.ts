import type { EventBus } from './event-bus.ts'
import { BUS_GAP } from './local-bus.ts'

/**
 * Who else may change what this process keeps in memory. `local`: nobody, so that its own bus tells of every change.
 * `shared`: other processes on the same store, which are heard only over Redis.
 */
export type CacheMode = 'local' | 'shared'

/** What keeping something in memory needs to know of its process. */
export type CacheParts<Topics> = { bus: EventBus<Topics>; cacheMode: CacheMode }

/** Whether every change of the store is told on the bus of this process, at this moment. */
export const isToldOfEveryChange = ({
  bus,
  cacheMode,
}: {
  bus: Pick<EventBus<unknown>, 'acrossProcesses' | 'connected'>
  cacheMode: CacheMode
}): boolean => cacheMode === 'local' || (bus.acrossProcesses && bus.connected())

/** One value of the store, kept in memory. */
export type CachedValue<T> = {
  /** the value; concurrent readers share one load, and a load that fails is not kept */
  read(): Promise<T>
  /** the value when it can be had without waiting */
  current(): T | undefined
  /** loads it again, whatever is kept */
  reload(): Promise<T>
  /** stops listening to the bus */
  close(): void
}

/** Where a cached value comes from and what makes it stale. */
export type CachedValueOptions<T, Topics> = {
  /** reads the value; given the one before it, if no change was told since: it may be returned when it is still right */
  load: (previous: T | undefined) => Promise<T>
  /** topics and whether a payload makes the value stale; `bus.gap` always does */
  invalidateOn: { [Topic in keyof Topics]?: (payload: Topics[Topic]) => boolean }
  /** milliseconds it is believed while every change is told; two minutes when left out */
  maxAgeMs?: number
}

const MAX_AGE_MS = 120_000
/** Where other processes write unheard: the longest that a value differs from the store, in milliseconds. */
const SHARED_MAX_AGE_MS = 2_000

type Load<T> = { promise: Promise<T>; startedAt: number; result?: { value: T } }

/**
 * Keeps what `load` returns in memory until the bus tells of a change, or it is too old. In the second half of its life
 * it is loaded again beside its use, so that nobody waits for a value that is asked for all the time.
 */
export function cachedValue<T, Topics>(
  parts: CacheParts<Topics>,
  options: CachedValueOptions<T, Topics>,
): CachedValue<T> {
  const { maxAgeMs = MAX_AGE_MS } = options
  let current: Load<T> | undefined
  let refreshing: Load<T> | undefined
  let previous: T | undefined

  const start = (): Load<T> => {
    // What is written while it loads may not be in it: its age counts from here.
    const load: Load<T> = { startedAt: performance.now(), promise: (async () => options.load(previous))() }
    load.promise.then(
      (value) => {
        load.result = { value }
        if (load === current || load === refreshing) previous = value
      },
      () => {
        if (current === load) current = undefined
      },
    )
    return load
  }
  const reload = (): Promise<T> => {
    current = start()
    return current.promise
  }
  const refresh = (old: Load<T>): void => {
    if (refreshing) return
    const load = start()
    refreshing = load
    const end = (): void => {
      if (refreshing === load) refreshing = undefined
    }
    load.promise.then(
      () => {
        if (refreshing === load && current === old) current = load
        end()
      },
      // Told to the reader who has to wait for it, when the old value has become too old.
      end,
    )
  }
  const usable = (): Load<T> | undefined => {
    if (!current?.result) return current
    const age = performance.now() - current.startedAt
    const maxAge = isToldOfEveryChange(parts) ? maxAgeMs : Math.min(maxAgeMs, SHARED_MAX_AGE_MS)
    if (age >= maxAge) return undefined
    if (age >= maxAge / 2) refresh(current)
    return current
  }
  const unsubscribe = subscribeAll(parts.bus, options.invalidateOn, () => {
    current = undefined
    refreshing = undefined
    previous = undefined
  })
  return {
    read: () => usable()?.promise ?? reload(),
    current: () => usable()?.result?.value,
    reload,
    close: unsubscribe,
  }
}

function subscribeAll<Topics>(
  bus: EventBus<Topics>,
  invalidateOn: CachedValueOptions<unknown, Topics>['invalidateOn'],
  invalidate: () => void,
): () => void {
  const { subscribe } = bus as EventBus<Record<string, unknown>>
  const subscriptions = [subscribe(BUS_GAP, invalidate)]
  for (const [topic, test] of Object.entries<((payload: never) => boolean) | undefined>(invalidateOn))
    subscriptions.push(
      subscribe(topic, (payload) => {
        if (test?.(payload as never)) invalidate()
      }),
    )
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
