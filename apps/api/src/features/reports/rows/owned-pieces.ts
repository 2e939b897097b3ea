import type { findOwned, OwnedPiece } from '../../utilisation/index.ts'
import { placeText, textOf } from '../row-texts.ts'

type OwnedAsset = Awaited<ReturnType<typeof findOwned>>[number]

/**
 * An asset as figures by category and unit count it: it belongs to the unit of its home location, else of the place
 * where it is. @param depth levels that name a unit
 */
export function toOwnedPiece(
  { _id, AssetType, Fields, HomeLocation, CurrentLocation }: OwnedAsset,
  depth: number,
): OwnedPiece {
  const place = HomeLocation?.fullPath ?? CurrentLocation?.fullPath
  return {
    asset: _id.toHexString(),
    AssetType,
    category: textOf(Fields['PrimaryCategory']),
    unit: placeText(place, depth),
  }
}
