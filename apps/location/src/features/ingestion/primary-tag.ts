import type { StoredLocation } from '@wardtrack/database'
import { type CachedAsset, latestCredible } from '@wardtrack/ingestion'

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
  event: { asset: CachedAsset; subjectKey: string; location: StoredLocation; untimed: boolean },
  current: StoredLocation | undefined,
  now: number,
): boolean {
  const { asset, subjectKey, location, untimed } = event
  if (!current?.byPrimaryTag || asset.primaryTag === undefined) return true
  if (subjectKey === asset.primaryTag || !subjectKey.startsWith('tag:')) return true
  if (current.time.getTime() > latestCredible(untimed, now)) return true
  return location.time.getTime() - current.time.getTime() > FRESHNESS_MS
}
