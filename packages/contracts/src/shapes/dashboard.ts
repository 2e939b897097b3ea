import { z } from 'zod'
import {
  DASHBOARD_TILES,
  MAX_TILES,
  REPORT_TILE,
  TILE_SIZES,
  type TileName,
  tileKey,
} from '../dashboard-tiles.ts'
import { messages } from '../messages.ts'
import { id, revision } from './common.ts'

const tileName = z.enum(Object.keys(DASHBOARD_TILES) as [TileName, ...TileName[]], {
  error: messages.tileUnknown,
})

/** A tile on a dashboard. */
const placedTile = z
  .strictObject({
    tile: tileName,
    size: z.enum(TILE_SIZES, { error: messages.tileSize }),
    /** id of the custom report, only for that tile */
    reportId: id.optional(),
  })
  .refine(({ tile, reportId }) => (tile === REPORT_TILE) === (reportId !== undefined), {
    path: ['reportId'],
    message: messages.tileReport,
  })

/** Tiles of a dashboard in their order, as sent. */
export const tileLayout = z
  .array(placedTile)
  .max(MAX_TILES, messages.tooManyTiles)
  .superRefine((tiles, context) => {
    const keys = tiles.map(tileKey)
    for (const [index, key] of keys.entries())
      if (keys.indexOf(key) < index)
        context.addIssue({ code: 'custom', path: [index, 'tile'], message: messages.tileTwice })
  })

/** The dashboard of a user. */
export const dashboard = z.object({
  tiles: z.array(placedTile),
  /** origin of the tiles: the user, an administrator's default, or the product's default */
  source: z.enum(['own', 'default', 'product']),
  /** tiles that the user may have */
  available: z.array(tileName),
  /** true if the user may set the default */
  maySetDefault: z.boolean(),
  /** true if an administrator has set a default */
  isDefaultSet: z.boolean(),
  /** revision of the default */
  defaultRevision: revision,
})

/** {@link dashboard} */
export type Dashboard = z.output<typeof dashboard>

/** Metadata names of the fields for counting devices on the dashboard. */
export const COUNTED_FIELDS = ['BatteryLevel', 'WifiStrength'] as const
/** One of {@link COUNTED_FIELDS}. */
export type CountedField = (typeof COUNTED_FIELDS)[number]
