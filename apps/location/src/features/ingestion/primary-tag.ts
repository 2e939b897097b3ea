import type { StoredLocation } from '@wardtrack/database'
import { type CachedAsset, latestCredible } from '@wardtrack/ingestion'
import { PRIMARY_FRESHNESS_MS, type TagRole } from '@wardtrack/summaries'

/** By which of its asset's tags an event came, where one of them is primary; undefined where it named the asset itself. */
export function tagRoleOf({
  asset: { primaryTag },
  subjectKey,
}: {
  asset: CachedAsset
  subjectKey: string
}): TagRole | undefined {
  if (primaryTag === undefined || !subjectKey.startsWith('tag:')) return undefined
  return subjectKey === primaryTag ? 'primary' : 'other'
}

/**
 * Whether a later event moves its asset: another tag than the primary one does not while what the primary one told is
 * fresh. Events that name the asset itself, and assets without a primary tag, are not concerned.
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
