import { type LocationTag, messages, TAG_LIMITS } from '@wardtrack/contracts'
import { type AssetDoc, type Database, type TagReservationDoc, tagKey, trusted } from '@wardtrack/database'
import { conflict, duplicate } from '@wardtrack/service-kit'

/** Milliseconds until a reservation expires. */
const RESERVED_MS = 30 * 86_400_000

type StoredAsset = Pick<AssetDoc, '_id'>
/** A tag and the asset that gets it. */
export type Reservation = { asset: StoredAsset; tag: LocationTag }

/**
 * Reserves a tag for an asset. A reservation says nothing about the current holder of the tag, which may be a patient.
 * @param move true to take over the reservation of another asset
 * @throws ApiError 409 when another asset has reserved the tag and it is not moved, or the asset has too many tags
 */
export async function reserveTag(
  db: Database,
  { asset, tag }: { asset: Pick<AssetDoc, '_id' | 'LocationTags'>; tag: LocationTag },
  { move }: { move: boolean },
): Promise<void> {
  const _id = tagKey(tag.Provider, tag.TagId)
  const before = await db.models.tagReservations.findOne({ _id })
  const isOwn = before?.asset.equals(asset._id) ?? false
  if (before && !isOwn && !move) throw duplicate(messages.locationTagTaken)
  const reserved = await db.models.tagReservations.countDocuments({ asset: asset._id })
  if (!isOwn && asset.LocationTags.length + reserved >= TAG_LIMITS.locationOfAsset)
    throw conflict(messages.assetTagsFull)
  await reserveTags(db, [{ asset, tag }])
}

/** Reserves tags; the last reservation of a tag counts. */
export async function reserveTags(db: Database, reserved: readonly Reservation[]): Promise<void> {
  if (reserved.length === 0) return
  const expiresAt = new Date(Date.now() + RESERVED_MS)
  await db.models.tagReservations.bulkWrite(
    reserved.map(({ asset, tag }) => ({
      updateOne: {
        filter: { _id: tagKey(tag.Provider, tag.TagId) },
        update: { $set: { asset: asset._id, tag, expiresAt } },
        upsert: true,
      },
    })),
  )
}

/** Reads the keys of the tags that assets have reserved, by the hexadecimal `_id` of the asset. */
export async function reservedKeysOf(
  db: Database,
  assets: readonly StoredAsset[],
): Promise<Map<string, Set<string>>> {
  const keys = new Map(assets.map(({ _id }) => [_id.toHexString(), new Set<string>()]))
  const asset = trusted({ $in: assets.map(({ _id }) => _id) })
  for (const found of await db.models.tagReservations.find({ asset }))
    keys.get(found.asset.toHexString())?.add(found._id)
  return keys
}

/** Ends the reservation of a tag. @returns false when the asset has not reserved it */
export async function dropReservation(db: Database, { _id }: StoredAsset, key: string): Promise<boolean> {
  const { deletedCount } = await db.models.tagReservations.deleteOne({ _id: key, asset: _id })
  return deletedCount > 0
}

/** Finds reservations by the key of their tag, after a given one. */
export const findReservations = (db: Database, after: string, limit: number): Promise<TagReservationDoc[]> =>
  db.models.tagReservations
    .find({ _id: trusted({ $gt: after }), expiresAt: trusted({ $gt: new Date() }) })
    .sort({ _id: 1 })
    .limit(limit)
