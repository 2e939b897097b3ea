import type {
  AlertStatus,
  AlertStep,
  AssetAtAlert,
  Coordinates,
  Geofence,
  Levels,
} from '@wardtrack/contracts'
import { Schema, type Types } from 'mongoose'
import type { StoreOf } from '../store-of.ts'

/**
 * A geofence: a rectangle in pixels of the map's image, edges inside. `imageSize` is the image size (`{width}x{height}`)
 * that its coordinates were worked out for, absent while the map had no image. `activeFrom` is when it was created,
 * switched on or moved: what was inside then counts as inside from then. `nameKey` is the name in lower case.
 */
export type GeofenceDoc = {
  _id: Types.ObjectId
  Name: string
  nameKey: string
  Type: string
  AssetTypes: string[]
  MapId: string
  Coordinates: Coordinates
  imageSize?: string
  EntryTrigger: boolean
  EntryTriggerWaitTime: number
  ExitTrigger: boolean
  ExitTriggerWaitTime: number
  Enabled: boolean
  activeFrom: Date
  __v: number
  createdAt: Date
  updatedAt: Date
}

/**
 * A raised alert. `_id` is made from fence, asset, trigger and the stay's start, so that a stay raises each once.
 * `fence`, `location` and `then` are as they were when it was raised. `unresolved` is there until it is resolved, and
 * `SearchGrams` is derived from what the text filter looks at.
 */
export type GeofenceAlertDoc = {
  _id: string
  kind: 'Entry' | 'Exit'
  status: AlertStatus
  unresolved?: true
  asset: Types.ObjectId
  AssetType: string
  AssetId: string
  fence: Geofence
  location: {
    mapId: string | null
    fullPath: Levels
    xCenterPoint: number | null
    yCenterPoint: number | null
  }
  /** pixel size of the image that the point and the fence belong to */
  imageSize?: string
  then: AssetAtAlert
  SearchGrams: string[]
  /** when the stay had lasted the wait */
  eventTime: Date
  createdAt: Date
  acknowledged?: Omit<AlertStep, 'at'> & { at: Date }
  resolved?: Omit<AlertStep, 'at'> & { at: Date }
}

/** Something to be delivered to another system; `_id` is `{kind}|{id of the thing}`. `leasedUntil` keeps others off. */
export type DeliveryDoc = {
  _id: string
  kind: string
  /** JSON text of what is sent */
  payload: string
  createdAt: Date
  attempts: number
  nextAt: Date
  leasedUntil?: Date
  lastError?: string
}

const mixed = Schema.Types.Mixed

const geofenceSchema = new Schema<GeofenceDoc>(
  {
    Name: { type: String, required: true },
    nameKey: { type: String, required: true },
    Type: { type: String, required: true },
    AssetTypes: { type: [String], required: true },
    MapId: { type: String, required: true },
    Coordinates: { type: mixed, required: true } as never,
    imageSize: { type: String },
    EntryTrigger: { type: Boolean, required: true },
    EntryTriggerWaitTime: { type: Number, required: true },
    ExitTrigger: { type: Boolean, required: true },
    ExitTriggerWaitTime: { type: Number, required: true },
    Enabled: { type: Boolean, required: true },
    activeFrom: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'geofences', minimize: false },
)
geofenceSchema.index({ MapId: 1, nameKey: 1 }, { unique: true })

const alertSchema = new Schema<GeofenceAlertDoc>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    status: { type: String, required: true },
    unresolved: { type: Boolean },
    asset: { type: Schema.Types.ObjectId, required: true },
    AssetType: { type: String, required: true },
    AssetId: { type: String, required: true },
    fence: { type: mixed, required: true },
    location: { type: mixed, required: true },
    imageSize: { type: String },
    then: { type: mixed, required: true },
    SearchGrams: { type: [String], required: true },
    eventTime: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    acknowledged: { type: mixed },
    resolved: { type: mixed },
  },
  { collection: 'geofenceAlerts', versionKey: false, minimize: false },
)
alertSchema.index({ createdAt: -1, _id: -1 })
alertSchema.index({ status: 1, createdAt: -1, _id: -1 })
alertSchema.index({ unresolved: 1, asset: 1 }, { sparse: true })
alertSchema.index({ SearchGrams: 1 })

const deliverySchema = new Schema<DeliveryDoc>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    payload: { type: String, required: true },
    createdAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
    nextAt: { type: Date, required: true },
    leasedUntil: { type: Date },
    lastError: { type: String },
  },
  { collection: 'deliveries', versionKey: false },
)
deliverySchema.index({ nextAt: 1 })
deliverySchema.index({ kind: 1, nextAt: 1 })

/** Where to find the geofences. */
export const geofenceStore: StoreOf<GeofenceDoc> = { name: 'Geofence', schema: geofenceSchema as Schema }
/** Where to find the geofence alerts. */
export const geofenceAlertStore: StoreOf<GeofenceAlertDoc> = {
  name: 'GeofenceAlert',
  schema: alertSchema as Schema,
}
/** Where to find what is still to be delivered. */
export const deliveryStore: StoreOf<DeliveryDoc> = { name: 'Delivery', schema: deliverySchema as Schema }
