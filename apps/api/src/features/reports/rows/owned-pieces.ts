import type { Levels } from '@wardtrack/contracts'
import { type Database, madeOnce, visitStored } from '@wardtrack/database'
import type { AssetFilter } from '../../assets/index.ts'
import type { OwnedPiece } from '../../utilisation/index.ts'
import { placeText, textOf } from '../row-texts.ts'

const OWNED_FIELDS = {
  AssetType: 1,
  // With type and id a sealed category is opened.
  AssetId: 1,
  'Fields.PrimaryCategory': 1,
  'HomeLocation.fullPath': 1,
  'CurrentLocation.fullPath': 1,
} as const

/**
 * The assets of a filter as figures by category and unit count them: an asset belongs to the unit of its home location, else
 * of the place where it is. @param depth levels that name a unit
 */
export async function readOwnedPieces(
  db: Database,
  filter: AssetFilter,
  depth: number,
): Promise<OwnedPiece[]> {
  const textAt = madeOnce(textOf)
  const unitAt = madeOnce((fullPath) => placeText(fullPath as Levels, depth))
  const pieces: OwnedPiece[] = []
  await visitStored(db, 'assets', { filter, projection: OWNED_FIELDS }, (doc) => {
    pieces.push({
      asset: doc.id.toHexString(),
      AssetType: textAt(doc, 'AssetType') ?? '',
      category: textAt(doc, 'Fields', 'PrimaryCategory') ?? '',
      unit: unitAt(doc, 'HomeLocation', 'fullPath') ?? unitAt(doc, 'CurrentLocation', 'fullPath') ?? '',
    })
  })
  return pieces
}
