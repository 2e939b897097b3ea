import type { ScalingData } from '@wardtrack/contracts'

/** What an answer is worked out of: it is read again once a part of it has changed. */
export type ReadGroup = 'assets' | 'config' | 'access'

/** Something that is read again and again. */
export type SharedRead = {
  /** tells it from all others: everything that decides what is read, the rights of who asks included */
  name: string
  data: ScalingData
  groups: readonly ReadGroup[]
}

/** How reads went since the process started. */
export type ReadFigures = { hits: number; misses: number; unanswered: number }

/** What was read from the store, and whether others may have it. */
export type LoadedRead<T> = { value: T; isShared: boolean }
