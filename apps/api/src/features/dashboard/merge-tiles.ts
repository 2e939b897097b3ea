import { MAX_TILES, type PlacedTile, type StoredTile, tileKey } from '@wardtrack/contracts'

/** Tiles of a stored layout at most: those that are shown, and as many that wait for their page to be allowed again. */
const MAX_STORED = 2 * MAX_TILES

/**
 * The layout to be stored: the tiles that were sent in their order, and between them those of the stored layout that
 * the person could not see, each behind the tile that it stood behind.
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
