import type { AssetClaim, MissingReport, NearestAsset } from '@wardtrack/contracts'
import { liveClaim, liveMissing, type StoredClaim, type StoredMissing } from '@wardtrack/database'
import { batteryOf, type PlaceLookup } from '@wardtrack/places'
import type { RankedAsset } from './rank-assets.ts'

/** Returns a claim in the form of answers. */
export const claimAnswer = ({ username, until }: StoredClaim): AssetClaim => ({
  by: username,
  until: until.toISOString(),
})

/** Returns a report in the form of answers. */
export const missingAnswer = ({ username, at }: StoredMissing): MissingReport => ({
  by: username,
  at: at.toISOString(),
})

/** Returns an asset as list and route answer it. @param now milliseconds */
export function nearestAnswer(
  { asset, distance }: RankedAsset,
  lookup: PlaceLookup,
  now: number,
): NearestAsset {
  const { AssetType, AssetId, Fields, CurrentLocation: at } = asset
  const claim = liveClaim(asset, now)
  const missing = liveMissing(asset)
  const Battery = batteryOf(asset)
  return {
    AssetType,
    AssetId,
    ...textMember('AssetName', Fields['AssetName']),
    ...textMember('SerialNo', Fields['SerialNo']),
    ...(Battery === undefined ? {} : { Battery }),
    mapId: at.mapId,
    mapName: lookup.mapName(at.mapId) ?? '',
    x: at.xCenterPoint,
    y: at.yCenterPoint,
    fullPath: at.fullPath,
    seenAt: at.time.toISOString(),
    metres: distance?.metres ?? null,
    alongLanes: distance?.alongLanes ?? false,
    ...(claim ? { claim: claimAnswer(claim) } : {}),
    ...(missing ? { missing: missingAnswer(missing) } : {}),
  }
}

/** Returns a member with this name if its value is a text. */
export const textMember = <N extends string>(name: N, value: unknown): { [P in N]?: string } =>
  (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [P in N]?: string }
