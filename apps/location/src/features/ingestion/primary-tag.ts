import type { StoredLocation } from '@wardtrack/database'
import type { CachedAsset } from '@wardtrack/ingestion'

/** How long what the primary tag told is fresh, in milliseconds of the events' time: three times its usual interval. */
const FRESHNESS_MS = 90_000

/** Whether an event came by the primary tag of its asset. */
export const isByPrimaryTag = ({ asset, subjectKey }: { asset: CachedAsset; subjectKey: string }): boolean =>
  subjectKey === asset.primaryTag

/**
 * Whether a later event moves its asset: another tag than the primary one does not while what the primary one told is
 * fresh. Events that name the asset itself, and assets without a primary tag, are not concerned.
 */
export function mayMove(
  event: { asset: CachedAsset; subjectKey: string; location: StoredLocation },
  current: StoredLocation | undefined,
): boolean {
  const { asset, subjectKey, location } = event
  if (!current?.byPrimaryTag || asset.primaryTag === undefined) return true
  if (subjectKey === asset.primaryTag || !subjectKey.startsWith('tag:')) return true
  return location.time.getTime() - current.time.getTime() > FRESHNESS_MS
}
