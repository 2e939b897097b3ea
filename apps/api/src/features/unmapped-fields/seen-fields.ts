import type { ServiceParts } from '@wardtrack/access'
import { type MetadataDoc, trusted } from '@wardtrack/database'

/** Accepted asset with the names of the sent fields. */
export type NotedAsset = {
  AssetType: string
  AssetId: string
  values: ReadonlyMap<string, { name: string; value: unknown }>
}

/**
 * Maximum number of fields stored per asset type, so that an integration with generated names cannot fill the store.
 */
const MAX_FIELDS = 100
/** Maximum number of assets from which samples of a field are read. */
const MAX_ASSETS = 3
/** Milliseconds after which a field that is still sent is recorded again. */
const NOTED_AGAIN_MS = 3_600_000
/** Maximum number of recorded names that a process caches; further names are not recorded until entries expire. */
const MAX_REMEMBERED = 5_000

type Found = { AssetType: string; name: string; assetIds: string[] }

/** Creates the recorder of fields that the mapping lacks, by name and with some of their assets, without values. */
export function createSeenFieldLog(parts: Pick<ServiceParts, 'db' | 'log'>): {
  note(assets: readonly NotedAsset[], types: MetadataDoc['types']): void
  settled(): Promise<void>
} {
  const notedAt = new Map<string, number>()
  let work: Promise<void> = Promise.resolve()

  const isDue = (key: string): boolean => {
    const before = notedAt.get(key)
    if (before === undefined) return notedAt.size < MAX_REMEMBERED
    return performance.now() - before >= NOTED_AGAIN_MS
  }
  const find = (assets: readonly NotedAsset[], types: MetadataDoc['types']): Map<string, Found> => {
    const found = new Map<string, Found>()
    for (const { AssetType, AssetId, values } of assets) {
      const entries = types[AssetType] ?? {}
      for (const { name, value } of values.values()) {
        if (value === null || Object.hasOwn(entries, name)) continue
        const key = `${AssetType}/${name}`
        const known = found.get(key)
        if (known) {
          if (known.assetIds.length < MAX_ASSETS) known.assetIds.push(AssetId)
        } else if (isDue(key) && !isMapped(types, AssetType, name))
          found.set(key, { AssetType, name, assetIds: [AssetId] })
      }
    }
    return found
  }
  return {
    note: (assets, types) => {
      const found = find(assets, types)
      if (found.size === 0) return
      for (const key of found.keys()) notedAt.set(key, performance.now())
      work = work
        .then(() => store(parts, found))
        .catch((error: unknown) => {
          for (const key of found.keys()) notedAt.delete(key)
          parts.log.warn({ err: error }, 'fields that the mapping lacks are noted later')
        })
    },
    settled: () => work,
  }
}

/** Returns true if an entry of the type has this name, or shows the values stored under it. */
export function isMapped(types: MetadataDoc['types'], type: string, name: string): boolean {
  const entries = Object.hasOwn(types, type) ? (types[type] ?? {}) : {}
  if (Object.hasOwn(entries, name)) return true
  const path = `Fields.${name}`
  return Object.values(entries).some(({ Model }) => Model === path || Model.startsWith(`${path}.`))
}

async function store({ db }: Pick<ServiceParts, 'db'>, found: ReadonlyMap<string, Found>): Promise<void> {
  const { unmappedFields, assets } = db.models
  for (const [_id, { AssetType, name, assetIds }] of found) {
    const isKnown = (await unmappedFields.findOne({ _id })) !== null
    if (!isKnown && (await unmappedFields.countDocuments({ AssetType })) >= MAX_FIELDS) continue
    const docs = await assets.find({ AssetType, AssetId: trusted({ $in: assetIds }) }).select({ _id: 1 })
    await unmappedFields.updateOne(
      { _id },
      { $set: { AssetType, name, assets: docs.map((doc) => doc._id), lastSeenAt: new Date() } },
      { upsert: true },
    )
  }
}
