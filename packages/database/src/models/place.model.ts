import { Schema, type Types } from 'mongoose'
import type { StoreOf } from '../store-of.ts'

/** Provider name of the internal hierarchy. */
export const INTERNAL = 'rtls'

/** A place of the internal hierarchy (provider `rtls`) or of a provider's. `fullName` is its path of levels. */
export type PlaceDoc = {
  _id: Types.ObjectId
  provider: string
  hierarchyId: string
  fullName: string[]
  /** the map it names itself; a place without one lies on the map of the nearest place above it */
  mapId: string | null
  /** internal places alone: the providers' places that stand for it, by provider */
  mappings?: Record<string, PlaceMapping>
  /** derived from `mappings` (`{provider}|{hierarchyId}`), so that a provider's place is mapped once at most */
  MappingKeys?: string[]
  /** derived from `fullName`, its number of levels; absent in what was stored before it was kept */
  Depth?: number
}

/** A provider's place and what its units are in pixels of the internal map. */
export type PlaceMapping = { hierarchyId: string; scaling: { x: number; y: number } }

/**
 * A monitor marked on a map, in pixels of its image. `_id` is `hierarchyId` in lower case: ids are compared without
 * case. `imageSize` is the image size that the point was worked out for, absent while the map had no image.
 */
export type MonitorDoc = {
  _id: string
  hierarchyId: string
  provider: string
  mapId: string
  xCoordinate: number
  yCoordinate: number
  imageSize?: string
}

/** A map. `_id` is the mapId; sizes in metres, image size in pixels, null without an image. */
export type MapDoc = {
  _id: string
  name: string
  refName: string
  xDimension: number
  yDimension: number
  source: 'upload' | 'ingest'
  width: number | null
  height: number | null
  dimensionsAssumed: boolean
}

const placeSchema = new Schema<PlaceDoc>(
  {
    provider: { type: String, required: true },
    hierarchyId: { type: String, required: true },
    fullName: { type: [String], required: true },
    mapId: { type: String, default: null },
    mappings: { type: Schema.Types.Mixed },
    MappingKeys: { type: [String], default: undefined },
    Depth: { type: Number },
  },
  { collection: 'places', versionKey: false },
)
placeSchema.index({ provider: 1, hierarchyId: 1 }, { unique: true })
placeSchema.index({ mapId: 1 })
// What lies below a level, and how deep the hierarchy is.
placeSchema.index({ provider: 1, fullName: 1 })
placeSchema.index({ provider: 1, Depth: -1 })
placeSchema.index({ MappingKeys: 1 }, { unique: true, sparse: true })

const mapSchema = new Schema<MapDoc>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    refName: { type: String, default: '' },
    xDimension: { type: Number, required: true },
    yDimension: { type: Number, required: true },
    source: { type: String, required: true },
    width: { type: Number, default: null },
    height: { type: Number, default: null },
    dimensionsAssumed: { type: Boolean, required: true },
  },
  { collection: 'maps', versionKey: false },
)

const monitorSchema = new Schema<MonitorDoc>(
  {
    _id: { type: String, required: true },
    hierarchyId: { type: String, required: true },
    provider: { type: String, required: true },
    mapId: { type: String, required: true },
    xCoordinate: { type: Number, required: true },
    yCoordinate: { type: Number, required: true },
    imageSize: { type: String },
  },
  { collection: 'monitors', versionKey: false },
)
monitorSchema.index({ mapId: 1 })

/** Where to find the places. */
export const placeStore: StoreOf<PlaceDoc> = { name: 'Place', schema: placeSchema as Schema }
/** Where to find the maps. */
export const mapStore: StoreOf<MapDoc> = { name: 'Map', schema: mapSchema as Schema }
/** Where to find the marked monitors. */
export const monitorStore: StoreOf<MonitorDoc> = { name: 'Monitor', schema: monitorSchema as Schema }

/** Key under which a provider's place is mapped once at most. */
export const placeKey = (provider: string, hierarchyId: string): string => `${provider}|${hierarchyId}`

/** Pixels a metre of a map that has no image yet (ingestion.md). */
export const ASSUMED_PIXELS_PER_METRE = 10
