import type { ServiceParts } from '@wardtrack/access'
import type { MetadataDoc } from '@wardtrack/database'

/** Most indexes that the mapping adds to those every installation has; a collection holds 64 in all. */
const MAX_ADDED_INDEXES = 30

/** Keeps an index behind every field that the mapping offers to sort and filter by. */
export type FieldIndexes = {
  /** makes what is missing, in the background */
  follow(mapping: MetadataDoc): void
  /** resolves when nothing is being made any more */
  settled(): Promise<void>
}

/** Makes the keeper of field indexes. An index that the mapping no longer needs stays: it may be needed again. */
export function createFieldIndexes({ db, log }: ServiceParts): FieldIndexes {
  let work: Promise<void> = Promise.resolve()
  const make = async (mapping: MetadataDoc): Promise<void> => {
    // driver: a model knows of the indexes that its schema declares alone
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

/** Stored paths of the fields to filter by, once each; the server keeps others under `Fields` alone. */
function offeredFields({ types }: MetadataDoc): string[] {
  const entries = Object.values(types).flatMap((typeEntries) => Object.values(typeEntries))
  const offered = entries.filter((entry) => entry.filterFlag === '1' && entry.Model.startsWith('Fields.'))
  return [...new Set(offered.map((entry) => entry.Model))]
}
