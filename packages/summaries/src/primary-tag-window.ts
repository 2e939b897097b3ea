/** How long what the primary tag told is fresh, in milliseconds of the events' time: three times its usual interval. */
export const PRIMARY_FRESHNESS_MS = 90_000

/** By which of its asset's tags a position came, where one of them is primary. */
export type TagRole = 'primary' | 'other'
/** What of the newest position decides whether a later one counts. */
export type CurrentPosition = { time: Date; isPrimary: boolean }

/** Whether a later position counts: another tag's does not while what the primary one told is fresh. */
export const isOutranked = (
  { time, tagRole }: { time: Date; tagRole?: TagRole | undefined },
  current: CurrentPosition | undefined,
): boolean =>
  tagRole === 'other' &&
  current?.isPrimary === true &&
  time.getTime() - current.time.getTime() <= PRIMARY_FRESHNESS_MS

/** Which of the positions of one moment counts: the lowest, and of equals the one that was received first. */
export const rankOf = (tagRole: TagRole | undefined): number => {
  if (tagRole === undefined) return 1
  return tagRole === 'primary' ? 0 : 2
}
