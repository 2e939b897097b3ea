import { type Database, levelsOf, type Types } from '@wardtrack/database'

/** Assets that are rewritten in one statement. */
const BATCH = 200

/** Members of assets that store the path of a place beside its id. */
const PLACES_OF_ASSETS = ['CurrentLocation', 'HomeLocation'] as const

/** A place and its present path. */
export type PresentPath = { hierarchyId: string; fullName: readonly string[] }

/**
 * Writes the present path of a place into the assets that are there or belong there. It is safe to repeat: an asset
 * that has left is no longer matched.
 * @param most number of assets after which it stops
 * @returns number of rewritten assets
 */
export async function rewriteAssets(
  db: Database,
  { hierarchyId, fullName }: PresentPath,
  most: number,
): Promise<number> {
  const fullPath = levelsOf(fullName)
  let rewritten = 0
  for (const member of PLACES_OF_ASSETS)
    for (;;) {
      const limit = Math.min(BATCH, most - rewritten)
      if (limit <= 0) return rewritten
      const there = { [`${member}.hierarchyId`]: hierarchyId, [`${member}.fullPath`]: { $ne: fullPath } }
      // driver: compares the stored path as a whole
      const found: { _id: Types.ObjectId }[] = await db.driver.assets
        .find(there, { projection: { _id: 1 }, limit })
        .toArray()
      if (found.length === 0) break
      // The revision makes processes read the place again before they compare it with the next position.
      await db.driver.assets.updateMany(
        { _id: { $in: found.map(({ _id }) => _id) }, ...there },
        {
          $set: { [`${member}.fullPath`]: fullPath },
          ...(member === 'CurrentLocation' ? { $inc: { PlaceRev: 1 } } : {}),
        },
      )
      rewritten += found.length
      if (found.length < limit) break
    }
  return rewritten
}
