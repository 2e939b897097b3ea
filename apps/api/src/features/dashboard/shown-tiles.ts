import { holdsAny, type SessionActor } from '@wardtrack/access'
import {
  DASHBOARD_TILES,
  MAX_TILES,
  type PlacedTile,
  REPORT_TILE,
  type StoredTile,
  TILE_SIZES,
  type TileName,
  tileKey,
} from '@wardtrack/contracts'

/** Rights that decide which tiles a user may have. */
export type TileRights = {
  /** names of the tiles with an allowed page */
  available: readonly TileName[]
  /** ids of the custom reports visible to the user */
  reports: ReadonlySet<string>
}

/** Returns the tiles whose page a user may open, in table order. */
export const availableTiles = ({ allowedRoutes }: SessionActor): TileName[] =>
  (Object.keys(DASHBOARD_TILES) as TileName[]).filter((tile) =>
    holdsAny(allowedRoutes, DASHBOARD_TILES[tile]),
  )

/** Returns true if a user may have a tile. */
export const mayShow = (
  { tile, reportId }: Omit<StoredTile, 'size'>,
  { available, reports }: TileRights,
): boolean =>
  available.some((name) => name === tile) &&
  (tile === REPORT_TILE ? reportId !== undefined && reports.has(reportId) : reportId === undefined)

const isPlaced = (tile: StoredTile, rights: TileRights): tile is PlacedTile =>
  TILE_SIZES.some((size) => size === tile.size) && mayShow(tile, rights)

/** Returns the visible tiles of a stored layout, without removed and forbidden ones. */
export function shownTiles(stored: readonly StoredTile[], rights: TileRights): PlacedTile[] {
  const tiles = stored.filter((tile) => isPlaced(tile, rights))
  const keys = tiles.map(tileKey)
  return tiles.filter((tile, index) => keys.indexOf(tileKey(tile)) === index).slice(0, MAX_TILES)
}
