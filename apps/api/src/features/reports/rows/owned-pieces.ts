import type { Levels } from '@wardtrack/contracts'
import { type Database, madeOnce, visitStored } from '@wardtrack/database'
import type { AssetFilter } from '../../assets/index.ts'
import type { OwnedPiece } from '../../utilisation/index.ts'
import { placeText, textOf } from '../row-texts.ts'

const OWNED_FIELDS = {
  AssetType: 1,
  // Type and id are needed to decrypt a sealed category.
  AssetId: 1,
  'Fields.PrimaryCategory': 1,
  'HomeLocation.fullPath': 1,
  'CurrentLocation.fullPath': 1,
} as const

/**
 * Reads the assets of a filter for figures by category and unit. An asset belongs to the unit of its home location,
 * otherwise to the unit of its current place.
 * @param depth number of levels that name a unit
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
