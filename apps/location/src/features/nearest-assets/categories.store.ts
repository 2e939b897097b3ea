import type { ServiceParts } from '@wardtrack/access'
import type { calls, HandlerOutput } from '@wardtrack/contracts'
import { trusted } from '@wardtrack/database'
import type { MetadataMappingCache } from '@wardtrack/ingestion'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import { CATEGORY_PATH, type CategoryParts, categoryFilter, readFields } from './candidates.store.ts'

/** Maximum number of offered categories. */
const MAX_CATEGORIES = 40
/** Lifetime of the cached counts, in milliseconds: they only change with the registered equipment, which is rare. */
const MAX_AGE_MS = 30_000

/** Categories of equipment in the form of answers. */
export type Categories = HandlerOutput<typeof calls.nearestCategories>['categories']

/** Caches the categories of equipment, with the number of active assets in each. */
export const createCategories = (
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'> & { mapping: MetadataMappingCache },
): CachedValue<Categories> =>
  cachedValue(parts, {
    load: () => readCategories(parts),
    invalidateOn: { 'config.changed': ({ what }) => what === 'metadata' },
    maxAgeMs: MAX_AGE_MS,
  })

async function readCategories(parts: CategoryParts): Promise<Categories> {
  const { db, mapping } = parts
  const fields = await readFields(parts)
  const options = (await mapping.read())['Equipment']?.['PrimaryCategory']?.Options ?? {}
  // Encrypted values are all different in the store, so the mapping supplies the categories.
  const names = fields.get(CATEGORY_PATH)?.encryptedTypes?.includes('Equipment')
    ? Object.keys(options)
    : await distinctCategories(parts)
  const counted = await Promise.all(
    names.slice(0, MAX_CATEGORIES).map(async (category) => ({
      category,
      alias: (Object.hasOwn(options, category) && options[category]?.alias) || category,
      // driver: criteria compare across types, which a model would cast to the schema
      count: await db.driver.assets.countDocuments(categoryFilter(category, fields)),
    })),
  )
  const order = new Map(Object.keys(options).map((category, index) => [category, index]))
  const rank = (category: string): number => order.get(category) ?? order.size
  return counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => rank(a.category) - rank(b.category) || (a.alias < b.alias ? -1 : 1))
}

/** Returns the distinct categories of active equipment; the index skips from each value to the next. */
async function distinctCategories({ db }: Pick<CategoryParts, 'db'>): Promise<string[]> {
  const names: string[] = []
  for (let after = ''; names.length < MAX_CATEGORIES; after = names.at(-1) ?? '') {
    const [next] = await db.models.assets
      .find({ AssetType: 'Equipment', AssetStatus: 'active', [CATEGORY_PATH]: trusted({ $gt: after }) })
      .select({ [CATEGORY_PATH]: 1 })
      .sort({ AssetType: 1, AssetStatus: 1, [CATEGORY_PATH]: 1 })
      .limit(1)
    const name = next?.Fields['PrimaryCategory']
    if (typeof name !== 'string') break
    names.push(name)
  }
  return names
}
