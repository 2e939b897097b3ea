import type {
  AlertStatus,
  AlertStep,
  AssetAtAlert,
  Coordinates,
  Geofence,
  Levels,
} from '@wardtrack/contracts'
import { Schema, type Types } from 'mongoose'
import { PATIENT } from '../criteria/asset-filter.ts'
import type { StoreOf } from '../store-of.ts'

/**
 * A geofence: a rectangle in pixels of the map's image, edges inside. `imageSize` is the image size (`{width}x{height}`)
 * that its coordinates were worked out for, absent while the map had no image. `activeFrom` is when it was created,
 * switched on or moved: what was inside then counts as inside from then. `nameKey` is the name as it is compared; see
 * `fenceNameKey`.
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
 * `fence`, `location` and `then` are as they were when it was raised. `SearchText` holds what the text filter looks
 * at, a line for each, and `SearchGrams` is derived from it.
 */
export type GeofenceAlertDoc = {
  _id: string
  kind: 'Entry' | 'Exit'
  status: AlertStatus
  /** there until it is resolved */
  unresolved?: true
  asset: Types.ObjectId
  AssetType: string
  AssetId: string
  /** whether only sessions with the patient-data flag may know of it; derived from the type, for the indexes */
  ofPatient: boolean
  fence: Geofence
  /** pixel size of the image that the fence belongs to, absent while its map had none */
  fenceImageSize?: string
  location: {
    mapId: string | null
    fullPath: Levels
    xCenterPoint: number | null
    yCenterPoint: number | null
  }
  /** pixel size of the image that the point belongs to */
  imageSize?: string
  then: AssetAtAlert
  SearchText: string
  SearchGrams: string[]
  /** when the stay had lasted the wait */
  eventTime: Date
  createdAt: Date
  acknowledged?: Omit<AlertStep, 'at'> & { at: Date }
  resolved?: Omit<AlertStep, 'at'> & { at: Date }
}

/**
 * Something to be delivered to another system; `_id` is `{kind}|{id of the thing}`. It stays for a while after it was
 * accepted, so that adding it again changes nothing.
 */
export type DeliveryDoc = {
  _id: string
  kind: string
  /** JSON text of what is sent; empty once it was accepted */
  payload: string
  /** there until it was accepted */
  pending?: true
  createdAt: Date
  attempts: number
  /** earliest time of the next attempt; whoever makes it moves this on first and so keeps the others off */
  nextAt: Date
  /** the last attempt got no answer at all */
  unreachable?: true
  lastError?: string
  deliveredAt?: Date
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
geofenceSchema.index({ Name: 1, _id: 1 })

const alertSchema = new Schema<GeofenceAlertDoc>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    status: { type: String, required: true },
    unresolved: { type: Boolean },
    asset: { type: Schema.Types.ObjectId, required: true },
    AssetType: { type: String, required: true },
    AssetId: { type: String, required: true },
    ofPatient: { type: Boolean, required: true },
    fence: { type: mixed, required: true },
    fenceImageSize: { type: String },
    location: { type: mixed, required: true },
    imageSize: { type: String },
    then: { type: mixed, required: true },
    SearchText: { type: String, required: true },
    SearchGrams: { type: [String], required: true },
    eventTime: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    acknowledged: { type: mixed },
    resolved: { type: mixed },
  },
  { collection: 'geofenceAlerts', versionKey: false, minimize: false },
)
// The list, of all or of one status, with and without patients; each newest first.
alertSchema.index({ createdAt: -1, _id: -1 })
alertSchema.index({ ofPatient: 1, createdAt: -1, _id: -1 })
alertSchema.index({ status: 1, createdAt: -1, _id: -1 })
alertSchema.index({ ofPatient: 1, status: 1, createdAt: -1, _id: -1 })
alertSchema.index({ asset: 1, createdAt: -1, _id: -1 })
alertSchema.index({ unresolved: 1, asset: 1 }, { sparse: true })
alertSchema.index({ SearchGrams: 1 })
alertSchema.index({ 'resolved.at': 1 }, { sparse: true })

const deliverySchema = new Schema<DeliveryDoc>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    payload: { type: String },
    pending: { type: Boolean },
    createdAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
    nextAt: { type: Date, required: true },
    unreachable: { type: Boolean },
    lastError: { type: String },
    deliveredAt: { type: Date },
  },
  { collection: 'deliveries', versionKey: false },
)
deliverySchema.index({ kind: 1, pending: 1, createdAt: 1, _id: 1 })
deliverySchema.index({ kind: 1, deliveredAt: 1 })

/** Where to find the geofences. */
export const geofenceStore: StoreOf<GeofenceDoc> = { name: 'Geofence', schema: geofenceSchema as Schema }
/** Where to find the geofence alerts. */
export const geofenceAlertStore: StoreOf<GeofenceAlertDoc> = {
  name: 'GeofenceAlert',
  schema: alertSchema as Schema,
}
/** Where to find what is still to be delivered. */
export const deliveryStore: StoreOf<DeliveryDoc> = { name: 'Delivery', schema: deliverySchema as Schema }

/**
 * A fence's name as it is compared on its map: without case. A fence that concerns patients alone is compared with its
 * like only, or people who may not know of it would learn its name by trying.
 */
export const fenceNameKey = (name: string, assetTypes: readonly string[]): string =>
  `${assetTypes.every((type) => type === PATIENT) ? 'patients:' : 'fence:'}${name.toLowerCase()}`
