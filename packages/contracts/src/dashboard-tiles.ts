import { PAGE_SETS } from './pages.ts'

/** Sizes of a tile: one cell of the grid, two side by side, or four in a square. */
export const TILE_SIZES = ['small', 'medium', 'large'] as const
/** One of {@link TILE_SIZES}. */
export type TileSize = (typeof TILE_SIZES)[number]

/**
 * Tiles of a dashboard, each with the pages of which the user needs one. Layouts store these names. A name never
 * changes its meaning, and a removed name is left out of layouts that contain it.
 */
export const DASHBOARD_TILES = {
  'setup-checklist': ['admin-config'],
  'open-alerts': PAGE_SETS.ALERT,
  'device-counts': PAGE_SETS.DASHBOARD,
  'battery-levels': PAGE_SETS.DASHBOARD,
  'wifi-levels': PAGE_SETS.DASHBOARD,
  'find-nearest': ['devices/nearest'],
  'weak-batteries': PAGE_SETS.DASHBOARD,
  'devices-by-floor': PAGE_SETS.DASHBOARD,
  'devices-by-category': PAGE_SETS.DASHBOARD,
  'states-over-time': ['report/status-vs-time'],
  'moves-per-hour': ['report/pump-movement'],
  'main-flows': ['report/pump-movement'],
  'fence-status': ['report/fence-status'],
  'rtls-alerts': ['report/rtls-alert'],
  'device-conditions': ['report/rtls-alarm'],
  'device-alarms': ['report/mednet-alarm'],
  utilisation: ['report/utilisation'],
  'par-levels': ['report/par-levels'],
  'cleaning-rounds': ['report/cleaning'],
  unmoved: ['report/unmoved'],
  'not-seen': ['report/not-seen'],
  'custom-report': PAGE_SETS.CUSTOM_REPORT,
} as const satisfies Record<string, readonly [string, ...string[]]>

/** Name of a tile. */
export type TileName = keyof typeof DASHBOARD_TILES

/** Tile that shows a custom report; a dashboard may have one for each report. */
export const REPORT_TILE = 'custom-report' satisfies TileName

/** Maximum number of tiles on a dashboard. */
export const MAX_TILES = 24

/** A tile on a dashboard, with its size. `reportId` is its custom report. */
export interface PlacedTile {
  readonly tile: TileName
  readonly size: TileSize
  readonly reportId?: string | undefined
}

/** A stored tile, whose name or size this version of the product may not know. */
export interface StoredTile {
  readonly tile: string
  readonly size: string
  readonly reportId?: string | undefined
}

/** Returns the unique key of a tile on a dashboard: its name, and the report of a custom report. */
export const tileKey = ({ tile, reportId }: Omit<StoredTile, 'size'>): string =>
  reportId === undefined ? tile : `${tile}/${reportId}`
