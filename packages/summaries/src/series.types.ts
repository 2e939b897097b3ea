import type { TagRole } from './primary-tag-window.ts'

/** A row of history that summaries are computed from. */
export type Reading = {
  readonly _id: string
  readonly time: Date
  readonly receivedAt: Date
  readonly tagRole?: TagRole | undefined
}

/** A summary: it lasts from one moment to another, or is current. */
export type Summary = { _id: string; from: Date; to: Date | null }

/**
 * The summaries of one kind of one asset, and the rows of history that they are computed from. They follow one
 * another without a gap: each ends where the next begins.
 */
export type Series<R extends Reading, S extends Summary> = {
  /** rows from a moment on, oldest first; those of the same moment in any order */
  readings(from: Date): AsyncIterable<R>
  /**
   * rows at or before a moment, newest first, down to another moment; absent if rows do not depend on earlier ones
   */
  readingsBefore?(before: Date): Promise<R[]>
  /** key that the rows of one summary share; undefined for a row without a value */
  keyOf(reading: R): string | undefined
  keyOfSummary(summary: S): string
  /** true if the same summary can follow `a` and `b` */
  isContinued(a: S, b: S): boolean
  /** creates the summary that begins with a row. @param before the previous summary and the time of its last row */
  begin(reading: R, before: { summary: S; lastSeenAt: Date } | undefined): S
  /** the newest stored summary that begins before a moment */
  storedBefore(before: Date): Promise<S | null>
  /** stored summaries that begin at a moment or later, oldest first */
  storedFrom(from: Date, most: number): Promise<S[]>
  /** makes changes in their order; false when one of them conflicted with another writer */
  write(changes: readonly SummaryChange<S>[]): Promise<boolean>
}

/** A change of the stored summaries. A summary is only replaced or removed if its end is unchanged. */
export type SummaryChange<S extends Summary> =
  | { kind: 'delete'; stored: S }
  | { kind: 'insert'; summary: S }
  | { kind: 'replace'; stored: S; summary: S }

/** A period of history to which rows were added. */
export type DueRange = { readonly from: Date; readonly until: Date }

/** The collections of summaries that are rebuilt. */
export type SummaryCollection = 'visits' | 'stateStretches'
