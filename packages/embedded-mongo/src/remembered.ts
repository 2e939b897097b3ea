import { LRUCache } from 'lru-cache'

/** Maximum length of a remembered name; recurring names are short. */
const MAX_NAME = 4096
/** Characters of the names that one cache remembers. */
const MAX_NAMES = 256 * 1024

/** Creates a bounded cache of computed values by name, because the product sends mostly the same queries. */
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
