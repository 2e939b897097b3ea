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

/** An available asset; without a distance when no route to its map is known. */
export type RankedAsset = { asset: PlacedCandidate; distance: WalkingDistance | undefined }

/** Available assets, best first, and the number of unavailable ones by reason. */
export type Ranking = { assets: RankedAsset[]; leftOut: Record<LeftOutReason, number> }

/**
 * Ranks candidates by distance, nearest first. Assets without a known route follow, and assets reported missing come
 * last. Equal candidates are sorted by id, so that repeated requests return the same order.
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
