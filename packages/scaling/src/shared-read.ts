import type { ScalingData } from '@wardtrack/contracts'

/** Data on which an answer depends; the answer is read again once this data changes. */
export type ReadGroup = 'assets' | 'config' | 'access'

/** A read that is repeated often. */
export type SharedRead = {
  /** unique name: contains everything that decides the result, including the requester's rights */
  name: string
  data: ScalingData
  groups: readonly ReadGroup[]
}

/** Counts of reads since the process started. */
export type ReadFigures = { hits: number; misses: number; unanswered: number }

/** A value read from the store, and whether other requesters may receive it. */
export type LoadedRead<T> = { value: T; isShared: boolean }
