import type { EventBus } from './event-bus.ts'
import { BUS_GAP } from './local-bus.ts'

/**
 * Sources of changes to the data that this process caches. With `local`, only this process writes, so its own bus
 * publishes every change. With `shared`, other processes on the store write too, and only Redis delivers their changes.
 */
export type CacheMode = 'local' | 'shared'

/** Parts of a process that a cache needs. */
export type CacheParts<Topics> = { bus: EventBus<Topics>; cacheMode: CacheMode }

/** True when the bus of this process publishes every change of the store now. */
export const hasReliableInvalidation = ({
  bus,
  cacheMode,
}: {
  bus: Pick<EventBus<unknown>, 'acrossProcesses' | 'connected'>
  cacheMode: CacheMode
}): boolean => cacheMode === 'local' || (bus.acrossProcesses && bus.connected())

/** A cached value of the store. */
export type CachedValue<T> = {
  /** returns the value; concurrent readers share one load, and a failed load is not cached */
  read(): Promise<T>
  /** returns the value when it is available without waiting */
  current(): T | undefined
  /** loads the value again, even when one is cached */
  reload(): Promise<T>
  /** stops listening to the bus */
  close(): void
}

/** Source of a cached value, and the events that invalidate it. */
export type CachedValueOptions<T, Topics> = {
  /**
   * loads the value. It receives the previous value unless a change was published since, and may return it when it is
   * still right
   */
  load: (previous: T | undefined) => Promise<T>
  /** topics, each with a check that tells if a payload invalidates the value; `bus.gap` always does */
  invalidateOn: { [Topic in keyof Topics]?: (payload: Topics[Topic]) => boolean }
  /** maximum age in milliseconds while every change is published; two minutes when left out */
  maxAgeMs?: number
}

const MAX_AGE_MS = 120_000
/** Maximum age in milliseconds while other processes may write without publishing. */
const SHARED_MAX_AGE_MS = 2_000

type Load<T> = { promise: Promise<T>; startedAt: number; result?: { value: T } }

/**
 * Caches the result of `load` until the bus reports a change or it is too old. In the second half of its life a use
 * reloads it in the background, so that nobody waits for a value in constant use.
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
    // The age counts from here, because the load may miss later writes.
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
      // A reader who has to wait, once the old value is too old, receives the error.
      end,
    )
  }
  const usable = (): Load<T> | undefined => {
    if (!current?.result) return current
    const age = performance.now() - current.startedAt
    const maxAge = hasReliableInvalidation(parts) ? maxAgeMs : Math.min(maxAgeMs, SHARED_MAX_AGE_MS)
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
