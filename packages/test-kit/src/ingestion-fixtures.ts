import { type AssetDoc, type Database, searchGrams, Types, tagKeysOf } from '@wardtrack/database'

type NewAsset = Partial<AssetDoc> & Pick<AssetDoc, 'AssetId'>

/** An asset as it is after its registration; what is not given is that of a new piece of equipment. */
export function assetDoc(members: NewAsset): AssetDoc {
  const now = new Date()
  const tags = members.LocationTags ?? []
  const keys = tagKeysOf(tags)
  return {
    _id: new Types.ObjectId(),
    AssetType: 'Equipment',
    AssetStatus: 'active',
    Fields: {},
    FieldTimes: {},
    CustomTags: [],
    LocationTags: tags,
    SearchGrams: searchGrams({ AssetType: 'Equipment', Fields: {}, ...members }),
    createdAt: now,
    updatedAt: now,
    ...members,
    ...(keys ? { TagKeys: keys } : {}),
  }
}

/** Stores an asset, without a word on the bus. */
export async function storeAsset(db: Database, members: NewAsset): Promise<AssetDoc> {
  const doc = assetDoc(members)
  await db.models.assets.create(doc)
  return doc
}

/** An ISO time some seconds ago. */
export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString()

/** The answer of an ingestion endpoint, with only some members said. */
export const answer = (members: object) => ({
  accepted: 0,
  duplicates: 0,
  unresolved: 0,
  refused: 0,
  errors: [],
  ...members,
})
