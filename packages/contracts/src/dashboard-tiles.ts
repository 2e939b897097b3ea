import { PAGE_SETS } from './pages.ts'

/** How large a tile is: one cell of the grid, two beside each other, or four in a square. */
export const TILE_SIZES = ['small', 'medium', 'large'] as const
/** One of {@link TILE_SIZES}. */
export type TileSize = (typeof TILE_SIZES)[number]

/**
 * The tiles that a dashboard can show, each with the pages of which one has to be allowed. Layouts are stored by these
 * names: a name never changes its meaning, and one that is removed is left out of the layouts that hold it.
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

/** The tile that shows one of the custom reports: there can be one for each report. */
export const REPORT_TILE = 'custom-report' satisfies TileName

/** Tiles of one dashboard at most. */
export const MAX_TILES = 24

/** A tile where somebody has put it: its place in the order, and its size. `reportId` says which custom report. */
export interface PlacedTile {
  readonly tile: TileName
  readonly size: TileSize
  readonly reportId?: string | undefined
}

/** A tile as it is stored: of another version of the product it may have a name or size that this one does not know. */
export interface StoredTile {
  readonly tile: string
  readonly size: string
  readonly reportId?: string | undefined
}

/** What tells the tiles of one dashboard apart: each stands there once, the custom reports once each. */
export const tileKey = ({ tile, reportId }: Omit<StoredTile, 'size'>): string =>
  reportId === undefined ? tile : `${tile}/${reportId}`
