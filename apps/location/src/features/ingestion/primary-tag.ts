import type { StoredLocation } from '@wardtrack/database'
import { type CachedAsset, latestCredible, pastTagAt } from '@wardtrack/ingestion'
import { PRIMARY_FRESHNESS_MS, type TagRole } from '@wardtrack/summaries'

/**
 * Returns the role of the tag that reported an event, if the asset has a primary tag; undefined for an event that
 * names the asset. A former tag has the role of its assignment.
 */
export function tagRoleOf({
  asset,
  subjectKey,
  time,
}: {
  asset: CachedAsset
  subjectKey: string
  time: Date
}): TagRole | undefined {
  const { primaryTag, pastTags } = asset
  if ((primaryTag === undefined && !pastTags) || !subjectKey.startsWith('tag:')) return undefined
  const past = pastTags && pastTagAt(asset, subjectKey, time)
  if (past ? past.IsPrimary : subjectKey === primaryTag) return 'primary'
  return primaryTag === undefined ? undefined : 'other'
}

/**
 * Returns true if a later event may move its asset. Another tag may not while the primary tag's position is fresh.
 * The rule does not apply to events that name the asset, nor to assets without a primary tag.
 */
export function mayMove(
  event: { tagRole: TagRole | undefined; location: StoredLocation; untimed: boolean },
  current: StoredLocation | undefined,
  now: number,
): boolean {
  const { tagRole, location, untimed } = event
  if (!current?.byPrimaryTag || tagRole !== 'other') return true
  if (current.time.getTime() > latestCredible(untimed, now)) return true
  return location.time.getTime() - current.time.getTime() > PRIMARY_FRESHNESS_MS
}
