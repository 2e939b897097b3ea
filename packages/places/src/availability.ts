import { type LeftOutReason, UNKNOWN_CONNECTION } from '@wardtrack/contracts'
import { type AssetDoc, liveClaim, type StoredLocation } from '@wardtrack/database'

/** Asset fields that decide whether the asset can be fetched. */
export type Candidate = Pick<
  AssetDoc,
  '_id' | 'AssetType' | 'AssetId' | 'Fields' | 'CurrentLocation' | 'Claim' | 'Missing'
>
/** Projection of the candidate fields. */
export const CANDIDATE_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  'Fields.AssetName': 1,
  'Fields.SerialNo': 1,
  'Fields.PrimaryCategory': 1,
  'Fields.BatteryLevel': 1,
  'Fields.DeviceStatus': 1,
  'Fields.InfusionStatus': 1,
  CurrentLocation: 1,
  Claim: 1,
  Missing: 1,
} as const

/** A candidate with a known point on a map. */
export type PlacedCandidate = Candidate & {
  CurrentLocation: StoredLocation & { mapId: string; xCenterPoint: number; yCenterPoint: number }
}

/** Circumstances that decide availability. */
export type AvailabilityQuestion = {
  /** milliseconds */
  now: number
  /** milliseconds; assets last seen before this time are not listed */
  seenSince: number
  /** hexadecimal `_id` of the requesting person */
  user: string
  /** returns true if a point lies in an area of unclean equipment */
  isUnclean(location: PlacedCandidate['CurrentLocation']): boolean
}

const ONLINE = 'comm-status-online'
const INFUSING = 'pump-status-infusing'
const CRITICAL_BATTERY = 'LEVEL_1'

/** Returns true if the asset has a point on a map. */
export const isPlaced = (asset: Candidate): asset is PlacedCandidate => {
  const { mapId = null, xCenterPoint = null, yCenterPoint = null } = asset.CurrentLocation ?? {}
  return mapId !== null && xCenterPoint !== null && yCenterPoint !== null
}

/**
 * Returns the first reason why an asset cannot be fetched; undefined when it can. A missing field is no reason: a
 * wheelchair has no battery and no connection.
 */
export function leftOutReason(asset: Candidate, question: AvailabilityQuestion): LeftOutReason | undefined {
  const { now, seenSince, user, isUnclean } = question
  if (!isPlaced(asset)) return 'unplaced'
  if (asset.CurrentLocation.time.getTime() < seenSince) return 'notSeen'
  const { DeviceStatus, InfusionStatus } = asset.Fields
  if (typeof DeviceStatus === 'string' && DeviceStatus !== ONLINE && DeviceStatus !== UNKNOWN_CONNECTION)
    return 'offline'
  if (InfusionStatus === INFUSING) return 'infusing'
  if (batteryOf(asset) === CRITICAL_BATTERY) return 'lowBattery'
  if (isUnclean(asset.CurrentLocation)) return 'unclean'
  const claim = liveClaim(asset, now)
  return claim && claim.user !== user ? 'claimed' : undefined
}

/** Returns the stored code of an asset's battery level; undefined when the asset reports none. */
export function batteryOf({ Fields }: Pick<Candidate, 'Fields'>): string | undefined {
  const level: unknown = (Fields['BatteryLevel'] as { Level?: unknown } | undefined)?.Level
  return typeof level === 'string' ? level : undefined
}
