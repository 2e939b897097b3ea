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
 * Returns the `_id` of a summary: its start, then its subject. New summaries are added at the end of the collection,
 * and a range of `_id` is a range of time.
 * @param about the asset's hexadecimal `_id`, and further parts that distinguish summaries with the same start
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
  /** copied for the patient rule, so that the asset need not be read */
  AssetType: required(String),
  mapId: nullable(String),
  hierarchyId: optional(String),
  fullPath: required(Mixed, typed<Levels>()),
  /** the first position there */
  from: required(Date),
  /** the first position elsewhere; null while the visit lasts */
  to: nullable(Date),
  /** the asset's place before; absent for its first visit */
  previous: optional(previousPlaceSchema),
  /**
   * number of the first level with another name than before; absent when only the map differs, and for the first
   * visit
   */
  differsFrom: optional(Number),
})
visitSchema.index({ asset: 1, from: -1 })
visitSchema.index({ hierarchyId: 1, from: -1 })
// Index for moves of a type between places that differ at a level; counting reads only the index.
visitSchema.index({ AssetType: 1, differsFrom: 1, from: -1 })
/** A visit of an asset to a place, derived from its positions in the order of time. */
export type VisitDoc = DocumentOf<typeof visitSchema>

const deviceConditionSchema = embedded({
  /** `from` again, for the index of conditions */
  at: required(Date),
  /** names of the levels of the asset's place at the start, '' when unknown */
  Location: required(String),
  /** option code of the battery level at the start, '' when unknown */
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
  /** the first report of another value; null while the state lasts */
  to: nullable(Date),
  /** set when the value is a condition that people are alerted about: offline, low battery or weak wifi */
  condition: optional(deviceConditionSchema),
})
stateStretchSchema.index({ asset: 1, field: 1, from: -1 })
stateStretchSchema.index({ 'condition.at': -1, _id: -1 }, { sparse: true })
/** A period in which a state of an asset had the same value. */
export type StateStretchDoc = DocumentOf<typeof stateStretchSchema>

export const deviceAlarmSchema = createSchema('deviceAlarms', {
  /** id of the status event with the alarm */
  _id: required(String),
  asset: required(ObjectId),
  AssetType: required(String),
  time: required(Date),
  code: required(String),
  text: required(String),
  priority: optional(String),
  /** names of the levels of the asset's place, '' when unknown */
  Location: required(String),
  /** option code of the battery level at the alarm, '' when unknown */
  Battery: required(String),
})
deviceAlarmSchema.index({ time: -1 })
deviceAlarmSchema.index({ AssetType: 1, time: -1, _id: -1 })
deviceAlarmSchema.index({ asset: 1, time: -1 })
/** An alarm that a device sent. */
export type DeviceAlarmDoc = DocumentOf<typeof deviceAlarmSchema>
