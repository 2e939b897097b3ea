import type { AssetDoc, Database, VisitDoc } from '@wardtrack/database'
import { isInFlight } from './in-flight.ts'
import { placeKeyOf } from './place-key.ts'
import type { RebuildEnd } from './rebuild-series.ts'
import type { RebuildOutcome } from './summarizer.ts'

type SettleOptions = { last: RebuildEnd<VisitDoc>; now: number; isLastRound: boolean }

/**
 * Stores the rebuilt beginning of an asset's current visit in the asset. Each write requires that the place was not
 * written meanwhile.
 * @param read the asset before the rebuild
 */
export async function settleVisit(
  db: Database,
  read: AssetDoc,
  { last: { summary, newest, stored }, now, isLastRound }: SettleOptions,
): Promise<RebuildOutcome['next']> {
  const isKnown = ({ CurrentLocation: location }: Pick<AssetDoc, 'CurrentLocation'>): boolean =>
    location?.since?.getTime() === summary.from.getTime() && placeKeyOf(location) === placeKeyOf(summary)
  if (isKnown(read) && !(newest && newest.time > (read.CurrentLocation?.time ?? 0))) return 'done'
  const asset = await db.models.assets.findOne({ _id: read._id }).select({ CurrentLocation: 1, PlaceRev: 1 })
  const location = asset?.CurrentLocation
  if (!asset || !location) return 'done'
  /** @param since beginning of the visit; undefined when the next position has to read it from history */
  const change = async (since: Date | undefined): Promise<boolean> => {
    const { matchedCount } = await db.models.assets.updateOne(
      { _id: read._id, ...(asset.PlaceRev === undefined ? {} : { PlaceRev: asset.PlaceRev }) },
      {
        ...(since
          ? { $set: { 'CurrentLocation.since': since } }
          : { $unset: { 'CurrentLocation.since': 1 } }),
        $inc: { PlaceRev: 1 },
      },
    )
    return matchedCount > 0
  }
  const nextOf = (isChanged: boolean): RebuildOutcome['next'] => (isChanged || isLastRound ? 'done' : 'again')
  if (!newest) {
    // Only the beginning of the current visit has changed.
    if (location.since?.getTime() !== stored?.from.getTime() || isKnown(asset)) return 'done'
    return nextOf(await change(summary.from))
  }
  const difference = newest.time.getTime() - location.time.getTime()
  if (difference > 0) {
    if (newest.time.getTime() > now) return 'done'
    if (isInFlight(newest, now)) return 'later'
    // The asset is older than its history because of a crash: the next event makes history be read again.
    if (location.since) await change(undefined)
    return 'done'
  }
  if (isKnown(asset)) return 'done'
  const isThere = placeKeyOf(location) === placeKeyOf(summary)
  if (difference === 0 && isThere) return nextOf(await change(summary.from))
  if (difference < 0) {
    if (location.since && location.since > newest.time) return 'done'
    if (location.since && isThere) return nextOf(await change(summary.from))
    if (!isLastRound) return 'again'
  }
  // History has another place than the asset: the asset's next position is computed from history too.
  return location.since ? nextOf(await change(undefined)) : 'done'
}
