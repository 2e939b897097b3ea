import type { Levels } from '@wardtrack/contracts'
import type { GeofenceDoc, Types } from '@wardtrack/database'

/**
 * An alert as the engine raises it, before it becomes a document: which fence, as it was; whom it is about; and where
 * that asset was last seen. `id` is made from fence, asset, trigger and the stay's start, so that raising it again
 * changes nothing.
 */
export type AlertSeed = {
  id: string
  kind: 'Entry' | 'Exit'
  asset: Types.ObjectId
  fence: GeofenceDoc
  location: {
    mapId: string | null
    fullPath: Levels
    xCenterPoint: number | null
    yCenterPoint: number | null
  }
  /** pixel size (`{width}x{height}`) of the image that the point belongs to */
  imageSize?: string
  /** the stay's start plus the wait */
  eventTime: Date
}
