import { TAG_LIMITS } from '@wardtrack/contracts'
import { type CustomTagDoc, type Database, trusted } from '@wardtrack/database'

/** Returns the comparison key of a name, which ignores case and the encoding of accents. */
export const nameKeyOf = (name: string): string => name.normalize('NFC').toLowerCase()

const isThere = () => ({ removing: trusted({ $exists: false }) })

/** Opens the store of custom tags, without those being deleted. */
export function openCustomTagStore({ models: { customTags } }: Database) {
  return {
    /** sorted by name */
    list: (): PromiseLike<CustomTagDoc[]> =>
      customTags.find(isThere()).sort({ nameKey: 1 }).limit(TAG_LIMITS.custom),
    count: (): PromiseLike<number> => customTags.countDocuments({}),
    find: (name: string): PromiseLike<CustomTagDoc | null> =>
      customTags.findOne({ nameKey: nameKeyOf(name), ...isThere() }),
  }
}
