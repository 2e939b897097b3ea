import type { LeftOutReason } from '@wardtrack/contracts'
import { type AssetDoc, liveClaim, type StoredLocation } from '@wardtrack/database'

/** What is read of an asset to find out whether it can be fetched. */
export type Candidate = Pick<
  AssetDoc,
  '_id' | 'AssetType' | 'AssetId' | 'Fields' | 'CurrentLocation' | 'Claim' | 'Missing'
>
/** The fields of it: a projection of the store. */
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

/** A candidate that stands at a point of a map. */
export type PlacedCandidate = Candidate & {
  CurrentLocation: StoredLocation & { mapId: string; xCenterPoint: number; yCenterPoint: number }
}

/** What availability is judged by. */
export type AvailabilityQuestion = {
  /** milliseconds */
  now: number
  /** an asset that was seen earlier is not listed, milliseconds */
  seenSince: number
  /** `_id` of the person who asks, hexadecimal */
  user: string
  /** whether a point lies in an area of things that are not clean */
  isUnclean(location: PlacedCandidate['CurrentLocation']): boolean
}

const ONLINE = 'comm-status-online'
const INFUSING = 'pump-status-infusing'
const CRITICAL_BATTERY = 'LEVEL_1'

/** Whether an asset stands at a point of a map. */
export const isPlaced = (asset: Candidate): asset is PlacedCandidate => {
  const { mapId = null, xCenterPoint = null, yCenterPoint = null } = asset.CurrentLocation ?? {}
  return mapId !== null && xCenterPoint !== null && yCenterPoint !== null
}

/**
 * Why an asset cannot be fetched, the first reason that applies; undefined when it can. What an asset does not tell does
 * not speak against it: a wheelchair has no battery and no connection.
 */
export function leftOutReason(asset: Candidate, question: AvailabilityQuestion): LeftOutReason | undefined {
  const { now, seenSince, user, isUnclean } = question
  if (!isPlaced(asset)) return 'unplaced'
  if (asset.CurrentLocation.time.getTime() < seenSince) return 'notSeen'
  const { DeviceStatus, InfusionStatus } = asset.Fields
  if (typeof DeviceStatus === 'string' && DeviceStatus !== ONLINE) return 'offline'
  if (InfusionStatus === INFUSING) return 'infusing'
  if (batteryOf(asset) === CRITICAL_BATTERY) return 'lowBattery'
  if (isUnclean(asset.CurrentLocation)) return 'unclean'
  const claim = liveClaim(asset, now)
  return claim && claim.user !== user ? 'claimed' : undefined
}

/** The stored code of an asset's battery level; undefined where it tells none. */
export function batteryOf({ Fields }: Pick<Candidate, 'Fields'>): string | undefined {
  const level: unknown = (Fields['BatteryLevel'] as { Level?: unknown } | undefined)?.Level
  return typeof level === 'string' ? level : undefined
}
