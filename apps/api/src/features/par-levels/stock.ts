import type { ServiceParts } from '@wardtrack/access'
import { SEEN_WITHIN_MINUTES } from '@wardtrack/contracts'
import { liveMissing } from '@wardtrack/database'
import { type IsUnclean, leftOutReason } from '@wardtrack/places'
import type { CachedValue } from '@wardtrack/service-kit'
import type { AssetFilter } from '../assets/index.ts'
import type { LevelFinder } from './par-units.ts'
import { findStock, type StockAsset } from './stock.store.ts'

/** What stock is read from. */
export type StockParts = Pick<ServiceParts, 'db'> & { uncleanAreas: CachedValue<IsUnclean> }

/** A piece of equipment of a category that has levels. */
export type Piece = {
  asset: StockAsset
  /** `_id`, hexadecimal */
  id: string
  category: string
  /** the place of its level among the levels; undefined in a unit that has none */
  level: number | undefined
  /** whether it can be fetched, and nobody reported that it is missing */
  isAvailable: boolean
}

const MINUTE_MS = 60_000

/** Reads the pieces of a filter as they are now, of the categories that have levels. */
export async function readPieces(
  { db, uncleanAreas }: StockParts,
  filter: AssetFilter,
  { categories, findLevel, now }: { categories: ReadonlySet<string>; findLevel: LevelFinder; now: number },
): Promise<Piece[]> {
  const [assets, isUnclean] = await Promise.all([findStock(db, filter), uncleanAreas.read()])
  // Nobody is asked for: what anybody claims is on its way already.
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
