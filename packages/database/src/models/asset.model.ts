import type { AssetRef, Levels, LocationTag } from '@wardtrack/contracts'
import { Schema, Types } from 'mongoose'
import type { StoreOf } from '../store-of.ts'
import type { GeofenceDoc } from './geofence.model.ts'

/**
 * A place as it is stored with an asset: `hierarchyId` is the internal hierarchy's; `imageSize` is the pixel size
 * (`{width}x{height}`) of the map image that x and y were worked out for, absent while the map had none.
 */
export type StoredLocation = {
  mapId: string | null
  hierarchyId?: string
  fullPath: Levels
  xCenterPoint: number | null
  yCenterPoint: number | null
  imageSize?: string
  provider?: string
  /** the asset's primary tag told it */
  byPrimaryTag?: true
  time: Date
}

/**
 * That an asset is inside a geofence, or was and has left it: outside is only kept while its wait runs. `fence` is
 * the hexadecimal `_id`, `from` its `activeFrom`: a dwell in a fence that was moved since counts no more. `since` is the
 * time of the event that began it, `receivedAt` when that was received, `wait` the milliseconds that it has to last before
 * it raises an alert; absent once that is over, or when it raises none.
 */
export type GeofenceDwell = {
  fence: string
  from: Date
  inside: boolean
  since: Date
  receivedAt: Date
  wait?: number
}

/**
 * An alert as the engine raises it, before it becomes a document: which fence, as it was; whom it is about; and where
 * that asset was last seen. `id` is made from fence, asset, trigger and the dwell's start, so that raising it again
 * changes nothing.
 */
export type PendingAlert = {
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
  /** the dwell's start plus the wait */
  eventTime: Date
}

/**
 * An asset and the geofences: its dwells, when the first of their waits is over by the clock, and alerts that were
 * raised with the last writes and are not yet documents.
 */
export type StoredGeofenceState = { dwells?: GeofenceDwell[]; due?: Date; raised?: PendingAlert[] }

/**
 * A stored asset. `TagKeys`, `SearchGrams` and `SearchWords` are derived: see `tagKey`, `searchGrams`, `searchWords`.
 * An asset without `SearchWords` was stored before there were any: it is found by its pieces alone.
 */
export type AssetDoc = {
  _id: Types.ObjectId
  AssetType: string
  AssetId: string
  AssetStatus: 'active' | 'inactive'
  Fields: Record<string, unknown> & { Mappings?: Record<string, AssetRef[]> }
  FieldTimes: Record<string, Date>
  CustomTags: string[]
  LocationTags: LocationTag[]
  TagKeys?: string[]
  SearchGrams: string[]
  SearchWords?: string[]
  CurrentLocation?: StoredLocation
  Fences?: StoredGeofenceState
  /** counts the writes of place and dwells: each is made on condition that none came between */
  PlaceRev?: number
  HomeLocation?: { fullPath: Levels; hierarchyId?: string; mapId?: string }
  createdAt: Date
  updatedAt: Date
}

const mixed = Schema.Types.Mixed

const schema = new Schema<AssetDoc>(
  {
    AssetType: { type: String, required: true },
    AssetId: { type: String, required: true },
    AssetStatus: { type: String, required: true },
    Fields: { type: mixed, required: true },
    FieldTimes: { type: mixed, required: true },
    CustomTags: { type: [String], required: true },
    LocationTags: { type: [mixed], required: true } as never,
    TagKeys: { type: [String], default: undefined },
    SearchGrams: { type: [String], required: true },
    SearchWords: { type: [String], default: undefined },
    CurrentLocation: { type: mixed },
    Fences: { type: mixed },
    PlaceRev: { type: Number },
    HomeLocation: { type: mixed },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'assets', versionKey: false, minimize: false },
)
schema.index({ AssetType: 1, AssetId: 1 }, { unique: true })
schema.index({ TagKeys: 1 }, { unique: true, sparse: true })
schema.index({ SearchGrams: 1 })
// Many assets share a word; in the order of their names a page of them is read without reading all of them.
schema.index({ SearchWords: 1, AssetType: 1, AssetStatus: 1, 'Fields.AssetName': 1, AssetId: 1 })
schema.index({ 'Fences.due': 1 }, { sparse: true })
schema.index({ 'Fences.raised.id': 1 }, { sparse: true })
schema.index({ CustomTags: 1 })
schema.index({ 'CurrentLocation.mapId': 1, AssetType: 1, AssetStatus: 1 })
schema.index({
  'CurrentLocation.hierarchyId': 1,
  AssetType: 1,
  AssetStatus: 1,
  'Fields.AssetName': 1,
  AssetId: 1,
})
schema.index({ AssetStatus: 1, 'Fields.AssetName': 1, AssetType: 1, AssetId: 1 })
schema.index({ AssetType: 1, AssetStatus: 1, AssetId: 1 })
schema.index({ AssetType: 1, AssetStatus: 1, createdAt: 1, AssetId: 1 })
// A category listed by name: names of one category lie together, so walking all names to find them would be long.
schema.index({ AssetType: 1, AssetStatus: 1, 'Fields.PrimaryCategory': 1, 'Fields.AssetName': 1, AssetId: 1 })
schema.index({
  AssetType: 1,
  AssetStatus: 1,
  'Fields.PrimaryCategory': 1,
  'Fields.BatteryLevel.Level': 1,
  'Fields.AssetName': 1,
  AssetId: 1,
})
for (const path of [
  'Fields.AssetName',
  'Fields.SerialNo',
  'Fields.PrimaryCategory',
  'Fields.WifiStrength.Strength',
  'Fields.BatteryLevel.Level',
  'Fields.DeviceStatus',
  'Fields.InfusionStatus',
  'Fields.VolumeInfused',
  'Fields.Status',
])
  schema.index({ AssetType: 1, AssetStatus: 1, [path]: 1, AssetId: 1 })

/** Where to find the assets collection. */
export const assetStore: StoreOf<AssetDoc> = { name: 'Asset', schema: schema as Schema }

/** Key under which a location tag is unique among all assets. @param provider lower case */
export const tagKey = (provider: string, tagId: string): string => `${provider}|${tagId}`

/** The derived keys of an asset's tags; undefined (not an empty list) when there is none, for the sparse index. */
export const tagKeysOf = (tags: readonly LocationTag[]): string[] | undefined =>
  tags.length > 0 ? [...new Set(tags.map((tag) => tagKey(tag.Provider, tag.TagId)))] : undefined
