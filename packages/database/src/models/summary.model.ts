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

const TIME_DIGITS = 9

/**
 * The `_id` of a summary: the moment it begins, then whom and what it is about. New ones stand at the end of the
 * collection, and a range of `_id` is a range of time.
 * @param about the asset's `_id`, hexadecimal, and what else tells summaries of one moment apart
 */
export const summaryId = (from: Date, ...about: readonly string[]): string =>
  [from.getTime().toString(36).padStart(TIME_DIGITS, '0'), ...about].join('|')

const previousPlaceSchema = embedded({
  fullPath: required(Mixed, typed<Levels>()),
  mapId: nullable(String),
  hierarchyId: optional(String),
  /** the last position there */
  lastSeenAt: required(Date),
})

export const visitSchema = createSchema('visits', {
  /** @see summaryId of `from` and the asset */
  _id: required(String),
  asset: required(ObjectId),
  /** so that the patient rule holds without a look at the asset */
  AssetType: required(String),
  mapId: nullable(String),
  hierarchyId: optional(String),
  fullPath: required(Mixed, typed<Levels>()),
  /** the first position there */
  from: required(Date),
  /** the first position elsewhere; null while it lasts */
  to: nullable(Date),
  /** where the asset was before; absent for its first visit */
  previous: optional(previousPlaceSchema),
  /** number of the first level whose name differs from the previous place's; absent where only the map differs, and for the first visit */
  differsFrom: optional(Number),
})
visitSchema.index({ asset: 1, from: -1 })
visitSchema.index({ hierarchyId: 1, from: -1 })
// Moves of a type between places that differ at a level: counted from the keys alone.
visitSchema.index({ AssetType: 1, differsFrom: 1, from: -1 })
/** That an asset was at a place from one moment to another: what its positions say, in the order of time. */
export type VisitDoc = DocumentOf<typeof visitSchema>

const deviceConditionSchema = embedded({
  /** `from` again, for the index of conditions alone */
  at: required(Date),
  /** names of the levels where the asset was when it began, '' where nobody knew */
  Location: required(String),
  /** option code of the battery level then, '' where nobody knew */
  Battery: required(String),
})

export const stateStretchSchema = createSchema('stateStretches', {
  /** @see summaryId of `from`, the asset and the field */
  _id: required(String),
  asset: required(ObjectId),
  AssetType: required(String),
  /** metadata name, one of `STATE_FIELDS` */
  field: required(String),
  /** option code */
  value: required(String),
  /** the first report of the value */
  from: required(Date),
  /** the first report of another; null while it lasts */
  to: nullable(Date),
  /** there when the value is a condition that people are told about: offline, battery or wifi nearly gone */
  condition: optional(deviceConditionSchema),
})
stateStretchSchema.index({ asset: 1, field: 1, from: -1 })
stateStretchSchema.index({ 'condition.at': -1 }, { sparse: true })
/** That a state of an asset had a value from one moment to another. */
export type StateStretchDoc = DocumentOf<typeof stateStretchSchema>

export const deviceAlarmSchema = createSchema('deviceAlarms', {
  /** of the status event that carried it */
  _id: required(String),
  asset: required(ObjectId),
  AssetType: required(String),
  time: required(Date),
  code: required(String),
  text: required(String),
  priority: optional(String),
  /** names of the levels where the asset was, '' where nobody knew */
  Location: required(String),
  /** option code of the battery level then, '' where nobody knew */
  Battery: required(String),
})
deviceAlarmSchema.index({ time: -1 })
deviceAlarmSchema.index({ AssetType: 1, time: -1 })
deviceAlarmSchema.index({ asset: 1, time: -1 })
/** An alarm that a device sent. */
export type DeviceAlarmDoc = DocumentOf<typeof deviceAlarmSchema>
