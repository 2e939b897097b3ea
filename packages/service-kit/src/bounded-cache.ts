import { LRUCache } from 'lru-cache'

/**
 * A cache of at most so many entries, of which the one used longest ago goes first. It takes memory as it fills: a cache made
 * with `max` reserves room for all its entries at once, megabytes for each process that may never see so many.
 */
export const boundedCache = <V extends object | number>(mostEntries: number): LRUCache<string, V> =>
  new LRUCache<string, V>({ maxSize: mostEntries, sizeCalculation: () => 1 })
