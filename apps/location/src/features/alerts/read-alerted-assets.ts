import type { Database, Types } from '@wardtrack/database'
import type { AlertedAsset } from './alert-doc.ts'

const SHOWN = { AssetType: 1, AssetId: 1, Fields: 1 } as const

/** The assets of some alerts as they are now, in one query, by hexadecimal id. */
export async function readAlertedAssets(
  db: Database,
  ids: readonly Types.ObjectId[],
): Promise<Map<string, AlertedAsset>> {
  if (ids.length === 0) return new Map()
  const found = await db.assets
    .find({ _id: { $in: [...ids] } })
    .project<AlertedAsset>(SHOWN)
    .toArray()
  return new Map(found.map((asset) => [asset._id.toHexString(), asset]))
}
