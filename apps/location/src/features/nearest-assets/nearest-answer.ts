import type { AssetClaim, MissingReport, NearestAsset } from '@wardtrack/contracts'
import { liveClaim, liveMissing, type StoredClaim, type StoredMissing } from '@wardtrack/database'
import { batteryOf, type PlaceLookup } from '@wardtrack/places'
import type { RankedAsset } from './rank-assets.ts'

/** A claim as calls answer it. */
export const claimAnswer = ({ username, until }: StoredClaim): AssetClaim => ({
  by: username,
  until: until.toISOString(),
})

/** A report as calls answer it. */
export const missingAnswer = ({ username, at }: StoredMissing): MissingReport => ({
  by: username,
  at: at.toISOString(),
})

/** An asset as the list and the route answer it. @param now milliseconds */
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

/** The member with this name, where its value is a text. */
export const textMember = <N extends string>(name: N, value: unknown): { [P in N]?: string } =>
  (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [P in N]?: string }
