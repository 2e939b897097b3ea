import { LRUCache } from 'lru-cache'

/**
 * Creates an LRU cache with a maximum number of entries. Its memory grows as it fills: a cache made with `max`
 * reserves room for all entries immediately, megabytes for each process that may never fill it.
 */
export const boundedCache = <V extends object | number>(mostEntries: number): LRUCache<string, V> =>
  new LRUCache<string, V>({ maxSize: mostEntries, sizeCalculation: () => 1 })
