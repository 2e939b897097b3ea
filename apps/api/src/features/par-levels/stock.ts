import type { ServiceParts } from '@wardtrack/access'
import { SEEN_WITHIN_MINUTES } from '@wardtrack/contracts'
import { liveMissing } from '@wardtrack/database'
import { type IsUnclean, leftOutReason } from '@wardtrack/places'
import type { CachedValue } from '@wardtrack/service-kit'
import type { AssetFilter } from '../assets/index.ts'
import type { LevelFinder } from './par-units.ts'
import { findStock, type StockAsset } from './stock.store.ts'

/** Data sources of stock. */
export type StockParts = Pick<ServiceParts, 'db'> & { uncleanAreas: CachedValue<IsUnclean> }

/** Equipment of a category with levels. */
export type StockItem = {
  asset: StockAsset
  /** hexadecimal `_id` */
  id: string
  category: string
  /** index of its level; undefined in a unit without one */
  level: number | undefined
  /** true when it is available and not reported missing */
  isAvailable: boolean
}

const MINUTE_MS = 60_000

/** Reads the current assets of a filter, of categories with levels. */
export async function readPieces(
  { db, uncleanAreas }: StockParts,
  filter: AssetFilter,
  { categories, findLevel, now }: { categories: ReadonlySet<string>; findLevel: LevelFinder; now: number },
): Promise<StockItem[]> {
  const [assets, isUnclean] = await Promise.all([findStock(db, filter), uncleanAreas.read()])
  // The question names no user: an asset claimed by anyone is already on its way.
  const question = { now, seenSince: now - SEEN_WITHIN_MINUTES * MINUTE_MS, user: '', isUnclean }
  return assets.flatMap((asset) => {
    const category: unknown = asset.Fields['PrimaryCategory']
    if (typeof category !== 'string' || !categories.has(category)) return []
    return [
      {
        asset,
        id: asset._id.toHexString(),
        category,
        level: findLevel(category, asset.CurrentLocation?.fullPath),
        isAvailable: leftOutReason(asset, question) === undefined && !liveMissing(asset),
      },
    ]
  })
}
