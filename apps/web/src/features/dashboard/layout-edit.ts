import type { PlacedTile, TileSize } from '@wardtrack/contracts'
import { MAX_TILES, tileKey } from '@wardtrack/contracts/dashboard-tiles'

/** A layout during editing. */
export interface LayoutEdit {
  readonly tiles: readonly PlacedTile[]
  /** Layouts before each change, the newest last. */
  readonly former: readonly (readonly PlacedTile[])[]
}

/** One change of a layout. Tiles are named by their keys; `to` is the new position of a tile. */
export type LayoutChange =
  | { readonly kind: 'add'; readonly tile: PlacedTile }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'move'; readonly key: string; readonly to: number }
  | { readonly kind: 'resize'; readonly key: string; readonly size: TileSize }
  | { readonly kind: 'undo' }

/** Number of changes that can be undone; older ones are forgotten. */
const MAX_FORMER = 100

/** Starts editing a layout. */
export const beginEdit = (tiles: readonly PlacedTile[]): LayoutEdit => ({ tiles, former: [] })

function changed(
  tiles: readonly PlacedTile[],
  change: Exclude<LayoutChange, { kind: 'undo' }>,
): readonly PlacedTile[] {
  if (change.kind === 'add') {
    const isThere = tiles.some((tile) => tileKey(tile) === tileKey(change.tile))
    return isThere || tiles.length >= MAX_TILES ? tiles : [...tiles, change.tile]
  }
  const index = tiles.findIndex((tile) => tileKey(tile) === change.key)
  const tile = tiles[index]
  if (!tile) return tiles
  const remaining = tiles.filter((_, at) => at !== index)
  if (change.kind === 'remove') return remaining
  if (change.kind === 'resize')
    return tile.size === change.size ? tiles : tiles.with(index, { ...tile, size: change.size })
  const to = Math.min(Math.max(change.to, 0), remaining.length)
  return to === index ? tiles : [...remaining.slice(0, to), tile, ...remaining.slice(to)]
}

/** Applies a change; returns the same layout if nothing changes. */
export function editLayout(edit: LayoutEdit, change: LayoutChange): LayoutEdit {
  if (change.kind === 'undo') {
    const tiles = edit.former.at(-1)
    return tiles ? { tiles, former: edit.former.slice(0, -1) } : edit
  }
  const tiles = changed(edit.tiles, change)
  return tiles === edit.tiles ? edit : { tiles, former: [...edit.former.slice(1 - MAX_FORMER), edit.tiles] }
}
