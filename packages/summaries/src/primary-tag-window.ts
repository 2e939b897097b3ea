/**
 * Time for which a report of the primary tag is fresh, in milliseconds of event time: three times its usual interval.
 */
export const PRIMARY_FRESHNESS_MS = 90_000

/** Role of the tag that sent a position, when one of its asset's tags is primary. */
export type TagRole = 'primary' | 'other'
/** Facts of the newest position that decide if a later one counts. */
export type CurrentPosition = { time: Date; isPrimary: boolean }

/** Returns true if a later position does not count: it is another tag's while the primary tag's report is fresh. */
export const isOutranked = (
  { time, tagRole }: { time: Date; tagRole?: TagRole | undefined },
  current: CurrentPosition | undefined,
): boolean =>
  tagRole === 'other' &&
  current?.isPrimary === true &&
  time.getTime() - current.time.getTime() <= PRIMARY_FRESHNESS_MS

/** Ranks the positions of one moment: the lowest counts, and among equals the one received first. */
export const rankOf = (tagRole: TagRole | undefined): number => {
  if (tagRole === undefined) return 1
  return tagRole === 'primary' ? 0 : 2
}
