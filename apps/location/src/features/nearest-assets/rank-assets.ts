import { LEFT_OUT_REASONS, type LeftOutReason } from '@wardtrack/contracts'
import { liveMissing } from '@wardtrack/database'
import {
  type AvailabilityQuestion,
  type Candidate,
  isPlaced,
  leftOutReason,
  type PlacedCandidate,
} from '@wardtrack/places'
import type { WalkingDistance } from '@wardtrack/walking-routes'

/** An asset that can be fetched; without a distance where no way to its map is known. */
export type RankedAsset = { asset: PlacedCandidate; distance: WalkingDistance | undefined }

/** What can be fetched, the best first, and how many cannot by reason. */
export type Ranking = { assets: RankedAsset[]; leftOut: Record<LeftOutReason, number> }

/**
 * Ranks candidates: what was reported missing comes last, before it what no way is known to, before it the nearest
 * first. Of equals the id decides, so that a list does not change its order when it is asked for again.
 */
export function rankAssets(
  candidates: readonly Candidate[],
  question: AvailabilityQuestion,
  distanceTo: (asset: PlacedCandidate) => WalkingDistance | undefined,
): Ranking {
  const leftOut = Object.fromEntries(LEFT_OUT_REASONS.map((reason) => [reason, 0])) as Ranking['leftOut']
  const assets: RankedAsset[] = []
  for (const asset of candidates) {
    const reason = leftOutReason(asset, question)
    if (reason !== undefined) leftOut[reason] += 1
    else if (isPlaced(asset)) assets.push({ asset, distance: distanceTo(asset) })
  }
  return { assets: assets.sort(compareRanks), leftOut }
}

const missingRank = ({ asset }: RankedAsset): number => (liveMissing(asset) ? 1 : 0)

function compareRanks(first: RankedAsset, second: RankedAsset): number {
  const byReport = missingRank(first) - missingRank(second)
  if (byReport !== 0) return byReport
  const metres = first.distance?.metres ?? Number.POSITIVE_INFINITY
  const otherMetres = second.distance?.metres ?? Number.POSITIVE_INFINITY
  if (metres !== otherMetres) return metres < otherMetres ? -1 : 1
  return first.asset.AssetId < second.asset.AssetId ? -1 : 1
}
