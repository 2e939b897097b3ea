import type { Levels } from '@wardtrack/contracts'

import { createSchema, type DocumentOf, Mixed, ObjectId, optional, required, typed } from '../members.ts'
import { summaryId } from './summary.model.ts'

/** Period of one snapshot's changes in milliseconds: ten minutes, aligned for all snapshots. */
export const STATE_PERIOD_MS = 600_000

/** Returns the start of the period that contains a time, in milliseconds. */
export const statePeriodOf = (time: number): number => time - (time % STATE_PERIOD_MS)

const CHUNK_DIGITS = 4
/** Returns the `_id` of a snapshot: those of one chunk are in the order of time. @param period start of the period */
export const stateSnapshotId = (chunk: number, period: number): string =>
  `${chunk.toString(36).padStart(CHUNK_DIGITS, '0')}|${summaryId(new Date(period))}`

export const stateAssetSchema = createSchema('stateAssets', {
  /** the asset's `_id` */
  _id: required(ObjectId),
  /** counts from 0; its index in the snapshots */
  number: required(Number),
})
stateAssetSchema.index({ number: 1 }, { unique: true })
/** The number that identifies an asset in snapshots. */
export type StateAssetDoc = DocumentOf<typeof stateAssetSchema>

export const stateSnapshotSchema = createSchema('stateSnapshots', {
  /** @see stateSnapshotId */
  _id: required(String),
  /** number of the chunk: assets with consecutive numbers */
  chunk: required(Number),
  /** start of its period */
  from: required(Date),
  /** states of each asset before `from`: a state word, two bytes */
  words: required(Mixed, typed<Buffer>()),
  /** for each change within the period: milliseconds since `from` (four bytes), ascending */
  times: required(Mixed, typed<Buffer>()),
  /** the asset's index in the chunk (two bytes) */
  places: required(Mixed, typed<Buffer>()),
  /** field and value (one byte) */
  values: required(Mixed, typed<Buffer>()),
})
stateSnapshotSchema.index({ from: 1 })
/**
 * States of some assets at the start of a period, and their changes within it. A period without a snapshot has the
 * states at the end of the period before.
 */
export type StateSnapshotDoc = DocumentOf<typeof stateSnapshotSchema>

export const usageDaySchema = createSchema('usageDays', {
  /** @see summaryId of the start of the day, UTC */
  _id: required(String),
  from: required(Date),
  /** bytes for an hour: a bit for each asset, by its number */
  width: required(Number),
  /** assets infusing at each full hour of the day, the first at `from` */
  infusing: required(Mixed, typed<Buffer>()),
  /** assets that arrived at a place in the ten minutes before each full hour of the day */
  arrived: required(Mixed, typed<Buffer>()),
})
usageDaySchema.index({ from: 1 })
/** Usage of assets at the full hours of a day; a day without a document had none. */
export type UsageDayDoc = DocumentOf<typeof usageDaySchema>

export const moveSpanSchema = createSchema('moveSpans', {
  /** @see summaryId of the start of the span; further parts append their number */
  _id: required(String),
  from: required(Date),
  /** asset types; moves refer to them by index */
  types: required([String]),
  /** for each move: milliseconds since `from` (four bytes), ascending */
  moveTimes: required(Mixed, typed<Buffer>()),
  /** the number of the asset (four bytes) */
  moveAssets: required(Mixed, typed<Buffer>()),
  /** the number of the place that the asset left (four bytes) */
  movePlaces: required(Mixed, typed<Buffer>()),
  /** the index of its type in `types` (two bytes) */
  moveTypes: required(Mixed, typed<Buffer>()),
  /** the first level that differs (one byte); 0 when the previous place is unknown */
  moveLevels: required(Mixed, typed<Buffer>()),
  /** for each start or end of an infusion: milliseconds since `from` (four bytes), ascending */
  infusionTimes: required(Mixed, typed<Buffer>()),
  /** the number of the asset (four bytes) */
  infusionAssets: required(Mixed, typed<Buffer>()),
  /** true when the asset infuses from then on (one byte) */
  infusionBegins: required(Mixed, typed<Buffer>()),
})
moveSpanSchema.index({ from: 1 })
/** Moves of all assets in a time span, and starts and ends of their infusions; a span without a document had none. */
export type MoveSpanDoc = DocumentOf<typeof moveSpanSchema>

export const movePlaceSchema = createSchema('movePlaces', {
  /** counts from 0 */
  _id: required(Number),
  /** absent in documents of earlier versions, and for moves from outside of all places */
  hierarchyId: optional(String),
  fullPath: required(Mixed, typed<Levels>()),
})
/** The number that identifies a place in packed moves. */
export type MovePlaceDoc = DocumentOf<typeof movePlaceSchema>

export const lateStateSchema = createSchema('lateStates', {
  /** @see summaryId of the start of the period */
  _id: required(String),
  period: required(Date),
  /** time of the last mark */
  at: required(Date),
  /** time of the first mark, or of the last check during repeated marks */
  first: optional(Date),
})
/** A mark that states or visits were stored or removed in a period that may have snapshots. */
export type LateStateDoc = DocumentOf<typeof lateStateSchema>

export const stateSnapshotProgressSchema = createSchema('stateSnapshotProgress', {
  _id: required(String),
  /** end of the complete snapshots */
  until: optional(Date),
  /** end of the complete days of usage, the start of a day */
  usageUntil: optional(Date),
  /** end of the complete packed moves, the start of a span */
  movesUntil: optional(Date),
  /** meaning of state words; snapshots with another meaning are rebuilt */
  layout: optional(String),
  /** the process that makes snapshots, and the end of its lease */
  worker: optional(String),
  claimedUntil: optional(Date),
})
/** Progress of the snapshots of states. */
export type StateSnapshotProgressDoc = DocumentOf<typeof stateSnapshotProgressSchema>
