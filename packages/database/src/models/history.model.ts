import type { Levels } from '@wardtrack/contracts'

import {
  createSchema,
  type DocumentOf,
  embedded,
  Mixed,
  nullable,
  ObjectId,
  optional,
  required,
  typed,
} from '../members.ts'

const stateSchema = embedded({
  WifiStrength: optional(String),
  BatteryLevel: optional(String),
  DeviceStatus: optional(String),
  InfusionStatus: optional(String),
  VolumeInfused: optional(Number),
})
/** The state an asset was in when an event was handled; option codes. */
export type StateThen = DocumentOf<typeof stateSchema>

export const locationHistorySchema = createSchema('locationHistory', {
  /** the event's identity, so that a repeat cannot be stored twice */
  _id: required(String),
  asset: required(ObjectId),
  time: required(Date),
  receivedAt: required(Date),
  provider: required(String),
  mapId: nullable(String),
  hierarchyId: optional(String),
  fullPath: required(Mixed, typed<Levels>()),
  x: nullable(Number),
  y: nullable(Number),
  accuracy: optional(Number),
  /** which of the asset's tags told it, where one of them was primary; absent where the event named the asset itself */
  tagRole: optional(String, { enum: ['primary', 'other'] }),
  state: required(stateSchema),
})
locationHistorySchema.index({ asset: 1, time: -1 })
locationHistorySchema.index({ time: 1 })
/** One place of an asset. */
export type LocationHistoryDoc = DocumentOf<typeof locationHistorySchema>

export const statusHistorySchema = createSchema('statusHistory', {
  /** the event's identity, so that a repeat cannot be stored twice */
  _id: required(String),
  asset: required(ObjectId),
  time: required(Date),
  receivedAt: required(Date),
  provider: required(String),
  /** what the event carried, by metadata name */
  Fields: required(Mixed, typed<Record<string, unknown>>()),
  /** of what people are told about: names of the levels where the asset was and option code of its battery, '' where nobody knew */
  circumstances: optional(embedded({ Location: required(String), Battery: required(String) })),
  alarm: optional(embedded({ code: required(String), text: required(String), priority: optional(String) })),
})
statusHistorySchema.index({ asset: 1, time: -1 })
statusHistorySchema.index({ time: 1 })
/** One state of a device. */
export type StatusHistoryDoc = DocumentOf<typeof statusHistorySchema>
