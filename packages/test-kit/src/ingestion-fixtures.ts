import { type AssetDoc, type Database, searchGrams, Types, tagKeysOf } from '@wardtrack/database'

type NewAsset = Partial<AssetDoc> & Pick<AssetDoc, 'AssetId'>

/** Creates an asset as it is after its registration. Members left out are those of a new piece of equipment. */
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

/** Stores an asset without an event on the bus. */
export async function storeAsset(db: Database, members: NewAsset): Promise<AssetDoc> {
  const doc = assetDoc(members)
  await db.models.assets.create(doc)
  return doc
}

/** Returns the ISO time a number of seconds ago. */
export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString()

/** Creates an answer of an ingestion endpoint from some of its members. */
export const answer = (members: object) => ({
  accepted: 0,
  duplicates: 0,
  unresolved: 0,
  refused: 0,
  errors: [],
  ...members,
})
