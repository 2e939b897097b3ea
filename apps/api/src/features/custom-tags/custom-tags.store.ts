import { TAG_LIMITS } from '@wardtrack/contracts'
import { type CustomTagDoc, type Database, trusted } from '@wardtrack/database'

/** How names are compared: without case, and however accents are encoded. */
export const nameKeyOf = (name: string): string => name.normalize('NFC').toLowerCase()

const isThere = () => ({ removing: trusted({ $exists: false }) })

/** The stored custom tags; those that are being removed are gone already. */
export function openCustomTagStore({ models: { customTags } }: Database) {
  return {
    /** by name */
    list: (): PromiseLike<CustomTagDoc[]> =>
      customTags.find(isThere()).sort({ nameKey: 1 }).limit(TAG_LIMITS.custom),
    count: (): PromiseLike<number> => customTags.countDocuments({}),
    find: (name: string): PromiseLike<CustomTagDoc | null> =>
      customTags.findOne({ nameKey: nameKeyOf(name), ...isThere() }),
  }
}
