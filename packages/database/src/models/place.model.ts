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
  },
  { collection: 'places', versionKey: false },
)
placeSchema.index({ provider: 1, hierarchyId: 1 }, { unique: true })
placeSchema.index({ mapId: 1 })

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

/** Where to find the places. */
export const placeStore: StoreOf<PlaceDoc> = { name: 'Place', schema: placeSchema as Schema }
/** Where to find the maps. */
export const mapStore: StoreOf<MapDoc> = { name: 'Map', schema: mapSchema as Schema }

/** Pixels a metre of a map that has no image yet (ingestion.md). */
export const ASSUMED_PIXELS_PER_METRE = 10
