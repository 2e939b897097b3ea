import type { Levels } from '@wardtrack/contracts'
import { Schema, type Types } from 'mongoose'
import type { StoreOf } from '../store-of.ts'

/** The state an asset was in when an event was handled; option codes. */
export type StateThen = {
  WifiStrength?: string
  BatteryLevel?: string
  DeviceStatus?: string
  InfusionStatus?: string
  VolumeInfused?: number
}

/** One place of an asset. `_id` is the event's identity, so that a repeat cannot be stored twice. */
export type LocationHistoryDoc = {
  _id: string
  asset: Types.ObjectId
  time: Date
  receivedAt: Date
  provider: string
  mapId: string | null
  hierarchyId?: string
  fullPath: Levels
  x: number | null
  y: number | null
  accuracy?: number
  state: StateThen
}

/** One state of a device. `_id` is the event's identity. `Fields` holds what the event carried, by metadata name. */
export type StatusHistoryDoc = {
  _id: string
  asset: Types.ObjectId
  time: Date
  receivedAt: Date
  provider: string
  Fields: Record<string, unknown>
  alarm?: { code: string; text: string; priority?: string }
}

const mixed = Schema.Types.Mixed

const locationSchema = new Schema<LocationHistoryDoc>(
  {
    _id: { type: String, required: true },
    asset: { type: Schema.Types.ObjectId, required: true },
    time: { type: Date, required: true },
    receivedAt: { type: Date, required: true },
    provider: { type: String, required: true },
    mapId: { type: String, default: null },
    hierarchyId: { type: String },
    fullPath: { type: mixed, required: true },
    x: { type: Number, default: null },
    y: { type: Number, default: null },
    accuracy: { type: Number },
    state: { type: mixed, required: true },
  },
  { collection: 'locationHistory', versionKey: false, minimize: false },
)
locationSchema.index({ asset: 1, time: -1 })
locationSchema.index({ time: 1 })

const statusSchema = new Schema<StatusHistoryDoc>(
  {
    _id: { type: String, required: true },
    asset: { type: Schema.Types.ObjectId, required: true },
    time: { type: Date, required: true },
    receivedAt: { type: Date, required: true },
    provider: { type: String, required: true },
    Fields: { type: mixed, required: true },
    alarm: { type: mixed },
  },
  { collection: 'statusHistory', versionKey: false, minimize: false },
)
statusSchema.index({ asset: 1, time: -1 })
statusSchema.index({ time: 1 })

/** Where to find the location history. */
export const locationHistoryStore: StoreOf<LocationHistoryDoc> = {
  name: 'LocationHistory',
  schema: locationSchema as Schema,
}
/** Where to find the status history. */
export const statusHistoryStore: StoreOf<StatusHistoryDoc> = {
  name: 'StatusHistory',
  schema: statusSchema as Schema,
}
