import type { ServiceParts } from '@wardtrack/access'
import type { MetadataDoc } from '@wardtrack/database'

/** Maximum number of indexes that the mapping adds to the fixed ones; a collection holds 64 in all. */
const MAX_ADDED_INDEXES = 30

/** Manager of the indexes on all fields that the mapping offers for sorting and filtering. */
export type FieldIndexes = {
  /** creates missing indexes in the background */
  follow(mapping: MetadataDoc): void
  /** resolves when no index is being created */
  settled(): Promise<void>
}

/** Creates the index manager. Indexes that the mapping no longer needs stay, because they may be needed again. */
export function createFieldIndexes({ db, log }: ServiceParts): FieldIndexes {
  let work: Promise<void> = Promise.resolve()
  const make = async (mapping: MetadataDoc): Promise<void> => {
    // driver: a model knows only the indexes that its schema declares
    const present = await db.driver.assets.indexes()
    const indexedPaths = new Set(
      present.map(({ key }) => Object.keys(key)[2]).filter((path) => path !== undefined),
    )
    const missing = offeredFields(mapping).filter((path) => !indexedPaths.has(path))
    const added = Math.max(0, MAX_ADDED_INDEXES - Math.max(0, present.length - 25))
    // driver: as above
    for (const path of missing.slice(0, added))
      await db.driver.assets.createIndex({ AssetType: 1, AssetStatus: 1, [path]: 1, AssetId: 1 })
  }
  return {
    follow: (mapping) => {
      work = work
        .then(() => make(mapping))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'lists by some fields stay slow: no index was made'),
        )
    },
    settled: () => work,
  }
}

/** Returns the distinct stored paths of the filter fields; other fields have fixed indexes. */
function offeredFields({ types }: MetadataDoc): string[] {
  const entries = Object.values(types).flatMap((typeEntries) => Object.values(typeEntries))
  const offered = entries.filter((entry) => entry.filterFlag === '1' && entry.Model.startsWith('Fields.'))
  return [...new Set(offered.map((entry) => entry.Model))]
}
