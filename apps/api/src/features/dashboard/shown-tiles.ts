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

/** What decides which tiles a person may have. */
export type TileRights = {
  /** names of the tiles whose page is allowed */
  available: readonly TileName[]
  /** ids of the custom reports that the person sees */
  reports: ReadonlySet<string>
}

/** The tiles whose page a person may open, in the order of the table. */
export const availableTiles = ({ allowedRoutes }: SessionActor): TileName[] =>
  (Object.keys(DASHBOARD_TILES) as TileName[]).filter((tile) =>
    holdsAny(allowedRoutes, DASHBOARD_TILES[tile]),
  )

/** Whether a person may have a tile. */
export const mayShow = (
  { tile, reportId }: Omit<StoredTile, 'size'>,
  { available, reports }: TileRights,
): boolean =>
  available.some((name) => name === tile) &&
  (tile === REPORT_TILE ? reportId !== undefined && reports.has(reportId) : reportId === undefined)

const isPlaced = (tile: StoredTile, rights: TileRights): tile is PlacedTile =>
  TILE_SIZES.some((size) => size === tile.size) && mayShow(tile, rights)

/** The tiles of a stored layout that a person is shown: what the product no longer has and what is not allowed is left out. */
export function shownTiles(stored: readonly StoredTile[], rights: TileRights): PlacedTile[] {
  const tiles = stored.filter((tile) => isPlaced(tile, rights))
  const keys = tiles.map(tileKey)
  return tiles.filter((tile, index) => keys.indexOf(tileKey(tile)) === index).slice(0, MAX_TILES)
}
