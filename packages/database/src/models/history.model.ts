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
/** State of an asset when an event was handled, as option codes. */
export type StateThen = DocumentOf<typeof stateSchema>

const sightingSchema = embedded({
  monitorId: required(String),
  mapId: required(String),
  x: required(Number),
  y: required(Number),
  rssi: optional(Number),
  accuracy: optional(Number),
  count: optional(Number),
})
/** A sighting of a tag by a monitor. */
export type StoredSighting = DocumentOf<typeof sightingSchema>

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
  /** precision of the position; absent for a point */
  precision: optional(String, { enum: ['room', 'floor'] }),
  /**
   * the sighting that was sent, where the position follows from several monitors: the monitor's point in pixels, the
   * signal in dBm, the distance in metres, and the number of packets
   */
  sighting: optional(sightingSchema),
  /**
   * role of the tag that sent the position, where the asset has a primary tag; absent when the event named the asset
   * itself
   */
  tagRole: optional(String, { enum: ['primary', 'other'] }),
  state: required(stateSchema),
})
locationHistorySchema.index({ asset: 1, time: -1 })
locationHistorySchema.index({ time: 1 })
/** A stored position of an asset. */
export type LocationHistoryDoc = DocumentOf<typeof locationHistorySchema>

export const statusHistorySchema = createSchema('statusHistory', {
  /** the event's identity, so that a repeat cannot be stored twice */
  _id: required(String),
  asset: required(ObjectId),
  time: required(Date),
  receivedAt: required(Date),
  provider: required(String),
  /** the event's fields, by metadata name */
  Fields: required(Mixed, typed<Record<string, unknown>>()),
  /**
   * for states that people are alerted about: the asset's place and the option code of its battery; '' when unknown
   */
  circumstances: optional(embedded({ Location: required(String), Battery: required(String) })),
  /** for states that no device sent: the begin or the end of a silence */
  silence: optional(String, { enum: ['begin', 'end'] }),
  alarm: optional(embedded({ code: required(String), text: required(String), priority: optional(String) })),
})
statusHistorySchema.index({ asset: 1, time: -1 })
statusHistorySchema.index({ time: 1 })
/** A stored state of a device. */
export type StatusHistoryDoc = DocumentOf<typeof statusHistorySchema>
