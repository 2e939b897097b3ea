import { LRUCache } from 'lru-cache'

/** Longest name that is worth remembering: what comes again and again is short. */
const MAX_NAME = 4096
/** Characters of the names that one cache remembers. */
const MAX_NAMES = 256 * 1024

/** Remembers by name what is worked out again and again, within bounds: the product asks much the same all day. */
export function createMemo<V extends object>(): { get(name: string, make: () => V): V } {
  const known = new LRUCache<string, V>({
    max: 2000,
    maxSize: MAX_NAMES,
    maxEntrySize: MAX_NAME,
    sizeCalculation: (_value, name) => name.length + 1,
  })
  return {
    get(name, make) {
      const present = known.get(name)
      if (present !== undefined) return present
      const made = make()
      known.set(name, made)
      return made
    },
  }
}
