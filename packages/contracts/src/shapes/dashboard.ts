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

/** A tile where somebody has put it. */
const placedTile = z
  .strictObject({
    tile: tileName,
    size: z.enum(TILE_SIZES, { error: messages.tileSize }),
    /** which custom report; of that tile alone */
    reportId: id.optional(),
  })
  .refine(({ tile, reportId }) => (tile === REPORT_TILE) === (reportId !== undefined), {
    path: ['reportId'],
    message: messages.tileReport,
  })

/** The tiles of a dashboard in their order, as they are sent. */
export const tileLayout = z
  .array(placedTile)
  .max(MAX_TILES, messages.tooManyTiles)
  .superRefine((tiles, context) => {
    const keys = tiles.map(tileKey)
    for (const [index, key] of keys.entries())
      if (keys.indexOf(key) < index)
        context.addIssue({ code: 'custom', path: [index, 'tile'], message: messages.tileTwice })
  })

/** The dashboard as a person sees it. */
export const dashboard = z.object({
  tiles: z.array(placedTile),
  /** who put the tiles there: the person, an administrator for everyone, or nobody yet */
  source: z.enum(['own', 'default', 'product']),
  /** the tiles that the person may have */
  available: z.array(tileName),
  /** whether the person may set what everyone begins with */
  maySetDefault: z.boolean(),
  /** whether an administrator has set what everyone begins with */
  isDefaultSet: z.boolean(),
  /** of what everyone begins with */
  defaultRevision: revision,
})

/** {@link dashboard} */
export type Dashboard = z.output<typeof dashboard>

/** Metadata names of the fields whose values the dashboard counts devices by. */
export const COUNTED_FIELDS = ['BatteryLevel', 'WifiStrength'] as const
/** One of {@link COUNTED_FIELDS}. */
export type CountedField = (typeof COUNTED_FIELDS)[number]
