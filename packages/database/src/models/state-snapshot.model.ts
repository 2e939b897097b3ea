import type { Levels } from '@wardtrack/contracts'

import { createSchema, type DocumentOf, Mixed, ObjectId, optional, required, typed } from '../members.ts'
import { summaryId } from './summary.model.ts'

/** How long one snapshot's changes last: ten minutes, from a moment that all snapshots share. Milliseconds */
export const STATE_PERIOD_MS = 600_000

/** The period that a moment lies in: where it begins, milliseconds. */
export const statePeriodOf = (time: number): number => time - (time % STATE_PERIOD_MS)

const CHUNK_DIGITS = 4
/** `_id` of a snapshot: those of one chunk follow one another in the order of time. @param period where it begins */
export const stateSnapshotId = (chunk: number, period: number): string =>
  `${chunk.toString(36).padStart(CHUNK_DIGITS, '0')}|${summaryId(new Date(period))}`

export const stateAssetSchema = createSchema('stateAssets', {
  /** the asset's */
  _id: required(ObjectId),
  /** counts from 0; its place in the snapshots */
  number: required(Number),
})
stateAssetSchema.index({ number: 1 }, { unique: true })
/** The number by which snapshots know an asset. */
export type StateAssetDoc = DocumentOf<typeof stateAssetSchema>

export const stateSnapshotSchema = createSchema('stateSnapshots', {
  /** @see stateSnapshotId */
  _id: required(String),
  /** assets whose numbers follow one another */
  chunk: required(Number),
  /** where its period begins */
  from: required(Date),
  /** of each asset the states before `from`: a state word, two bytes */
  words: required(Mixed, typed<Buffer>()),
  /** of each change within the period: milliseconds since `from` (four bytes), ascending */
  times: required(Mixed, typed<Buffer>()),
  /** the asset's place in the chunk (two bytes) */
  places: required(Mixed, typed<Buffer>()),
  /** field and value (one byte) */
  values: required(Mixed, typed<Buffer>()),
})
stateSnapshotSchema.index({ from: 1 })
/**
 * The states of some assets at the beginning of a period, and their changes within it. A period without one is like the
 * end of the one before.
 */
export type StateSnapshotDoc = DocumentOf<typeof stateSnapshotSchema>

export const usageDaySchema = createSchema('usageDays', {
  /** @see summaryId of where the day begins, UTC */
  _id: required(String),
  from: required(Date),
  /** bytes of an hour: a bit for each asset, by its number */
  width: required(Number),
  /** for each full hour of the day, the first at `from`, which assets infused */
  infusing: required(Mixed, typed<Buffer>()),
  /** for each full hour of the day which assets came to a place in the ten minutes before */
  arrived: required(Mixed, typed<Buffer>()),
})
usageDaySchema.index({ from: 1 })
/** In which use assets were at the full hours of a day; a day without one had none. */
export type UsageDayDoc = DocumentOf<typeof usageDaySchema>

export const moveSpanSchema = createSchema('moveSpans', {
  /** @see summaryId of where the span begins; its further parts have their number behind it */
  _id: required(String),
  from: required(Date),
  /** asset types that moves name by their place here */
  types: required([String]),
  /** of each move: milliseconds since `from` (four bytes), ascending */
  moveTimes: required(Mixed, typed<Buffer>()),
  /** the number of the asset (four bytes) */
  moveAssets: required(Mixed, typed<Buffer>()),
  /** the number of the place that it left (four bytes) */
  movePlaces: required(Mixed, typed<Buffer>()),
  /** the place of its type in `types` (two bytes) */
  moveTypes: required(Mixed, typed<Buffer>()),
  /** the first level that differs (one byte); 0 where nobody knows where it was before */
  moveLevels: required(Mixed, typed<Buffer>()),
  /** of each change of an infusion: milliseconds since `from` (four bytes), ascending */
  infusionTimes: required(Mixed, typed<Buffer>()),
  /** the number of the asset (four bytes) */
  infusionAssets: required(Mixed, typed<Buffer>()),
  /** whether it infuses from then on (one byte) */
  infusionBegins: required(Mixed, typed<Buffer>()),
})
moveSpanSchema.index({ from: 1 })
/** The moves of all assets in a span of time, and when they began and ended to infuse; a span without one had none. */
export type MoveSpanDoc = DocumentOf<typeof moveSpanSchema>

export const movePlaceSchema = createSchema('movePlaces', {
  /** counts from 0 */
  _id: required(Number),
  fullPath: required(Mixed, typed<Levels>()),
})
/** The number by which packed moves know a place. */
export type MovePlaceDoc = DocumentOf<typeof movePlaceSchema>

export const lateStateSchema = createSchema('lateStates', {
  /** @see summaryId of where the period begins */
  _id: required(String),
  period: required(Date),
  /** when it was noted last */
  at: required(Date),
  /** when it was noted first, or was last looked at while it was noted again and again */
  first: optional(Date),
})
/** That stretches of states or visits were stored or taken away in a period of which there may be snapshots. */
export type LateStateDoc = DocumentOf<typeof lateStateSchema>

export const stateSnapshotProgressSchema = createSchema('stateSnapshotProgress', {
  _id: required(String),
  /** snapshots are complete up to here */
  until: optional(Date),
  /** days of usage are complete up to here, where one begins */
  usageUntil: optional(Date),
  /** packed moves are complete up to here, where a span begins */
  movesUntil: optional(Date),
  /** what state words mean; snapshots of another meaning are made anew */
  layout: optional(String),
  /** the process that makes snapshots, until when it may */
  worker: optional(String),
  claimedUntil: optional(Date),
})
/** How far snapshots of states are made. */
export type StateSnapshotProgressDoc = DocumentOf<typeof stateSnapshotProgressSchema>
