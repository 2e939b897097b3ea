import { MAX_TILES, type PlacedTile, type StoredTile, tileKey } from '@wardtrack/contracts'

/**
 * Maximum number of tiles in a stored layout: the shown ones, and as many hidden ones whose page may be allowed
 * again.
 */
const MAX_STORED = 2 * MAX_TILES

/**
 * Returns the layout to be stored: the sent tiles in order. Stored tiles hidden from the user are inserted after the
 * tile that they followed.
 */
export function mergeTiles(
  stored: readonly StoredTile[],
  shown: readonly PlacedTile[],
  sent: readonly PlacedTile[],
): StoredTile[] {
  const shownKeys = new Set(shown.map(tileKey))
  const sentKeys = new Set(sent.map(tileKey))
  const merged: StoredTile[] = [...sent]
  let anchor: string | undefined
  for (const tile of stored) {
    const key = tileKey(tile)
    const isHidden = !shownKeys.has(key) && !sentKeys.has(key)
    if (isHidden && merged.length < MAX_STORED)
      merged.splice(merged.findIndex((before) => tileKey(before) === anchor) + 1, 0, tile)
    if (isHidden || sentKeys.has(key)) anchor = key
  }
  return merged
}
