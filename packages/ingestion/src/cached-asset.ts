import { MAX_AHEAD_MS } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type GeofenceDwell,
  type StateThen,
  type StoredLocation,
  type Types,
  tagKey,
} from '@wardtrack/database'

/** An asset's place and its dwells in geofences, as write number `rev` left them. Replaced as a whole, never changed. */
export type CachedPlace = {
  readonly rev: number
  readonly location?: StoredLocation | undefined
  readonly dwells: readonly GeofenceDwell[]
}

/** What ingestion remembers of an asset between events, so that an event costs no read. */
export type CachedAsset = {
  readonly _id: Types.ObjectId
  readonly AssetType: string
  readonly AssetId: string
  active: boolean
  /** its primary tag, as events name it (see `toSubjectKey`) */
  primaryTag: string | undefined
  /** its place, as far as this process knows: never newer than the store's */
  place: CachedPlace
  /** times of its status fields likewise */
  fieldTimes: Record<string, number>
  /** which value each state was reported to have and since when, likewise */
  stretches?: NonNullable<AssetDoc['Stretches']>
  /** its state as option codes, for history rows */
  state: StateThen
  /** set when something about it changed: it is read again */
  isStale: boolean
  /** when the store was last asked, by the monotonic clock */
  readAt: number
}

/** Members of an asset that {@link toCachedPlace} reads. */
export const PLACE_MEMBERS = { CurrentLocation: 1, PlaceRev: 1, 'Fences.dwells': 1 } as const

/** Members of an asset that {@link toCachedAsset} reads. */
export const CACHED_MEMBERS = {
  AssetType: 1,
  AssetId: 1,
  TagKeys: 1,
  AssetStatus: 1,
  LocationTags: 1,
  ...PLACE_MEMBERS,
  FieldTimes: 1,
  Stretches: 1,
  'Fields.WifiStrength': 1,
  'Fields.BatteryLevel': 1,
  'Fields.DeviceStatus': 1,
  'Fields.InfusionStatus': 1,
  'Fields.VolumeInfused': 1,
} as const

/** An asset as it was read just now. */
export function toCachedAsset(doc: AssetDoc, readAt: number): CachedAsset {
  return {
    _id: doc._id,
    AssetType: doc.AssetType,
    AssetId: doc.AssetId,
    active: doc.AssetStatus === 'active',
    primaryTag: primaryTagOf(doc),
    place: toCachedPlace(doc),
    fieldTimes: Object.fromEntries(
      Object.entries(doc.FieldTimes ?? {}).map(([name, time]) => [name, time.getTime()]),
    ),
    stretches: doc.Stretches ?? {},
    state: stateOf(doc.Fields ?? {}),
    isStale: false,
    readAt,
  }
}

/** The place and the dwells of a stored asset. */
export const toCachedPlace = (
  doc: Pick<AssetDoc, 'CurrentLocation' | 'PlaceRev' | 'Fences'>,
): CachedPlace => ({
  rev: doc.PlaceRev ?? 0,
  location: doc.CurrentLocation,
  dwells: doc.Fences?.dwells ?? [],
})

function primaryTagOf({ LocationTags }: AssetDoc): string | undefined {
  const tag = LocationTags?.find(({ IsPrimary }) => IsPrimary)
  return tag && tagSubjectKey(tagKey(tag.Provider, tag.TagId))
}

/** Brings what is remembered up to what was read just now. What this process wrote meanwhile stays. */
export function applyAssetUpdate(known: CachedAsset, read: CachedAsset): void {
  known.readAt = read.readAt
  known.active = read.active
  known.primaryTag = read.primaryTag
  if (read.place.rev >= known.place.rev) known.place = read.place
  const outrun = Object.entries(known.fieldTimes).some(([name, time]) => time > (read.fieldTimes[name] ?? 0))
  if (outrun) return
  known.fieldTimes = read.fieldTimes
  known.stretches = read.stretches ?? {}
  known.state = read.state
}

/** The state columns of an asset's fields. */
export function stateOf(fields: Record<string, unknown>): StateThen {
  const wifi = (fields['WifiStrength'] as { Strength?: unknown } | undefined)?.Strength
  const battery = (fields['BatteryLevel'] as { Level?: unknown } | undefined)?.Level
  const { DeviceStatus: device, InfusionStatus: infusion, VolumeInfused: volume } = fields
  return {
    ...(typeof wifi === 'string' ? { WifiStrength: wifi } : {}),
    ...(typeof battery === 'string' ? { BatteryLevel: battery } : {}),
    ...(typeof device === 'string' ? { DeviceStatus: device } : {}),
    ...(typeof infusion === 'string' ? { InfusionStatus: infusion } : {}),
    ...(typeof volume === 'number' ? { VolumeInfused: volume } : {}),
  }
}

/** Members of an item that name somebody. */
export type SubjectMembers = {
  AssetType?: string | undefined
  AssetId?: string | undefined
  tagId?: string | undefined
}

/**
 * Whom an item is about, as one text: `asset:{AssetType}:{AssetId}`, or `tag:{provider}|{tagId}`. Type and id prevail
 * over a tag. Types and providers hold neither `:` nor `|`, so two different ones never give the same text.
 */
export function toSubjectKey(item: SubjectMembers, provider: string): string {
  return item.AssetType !== undefined && item.AssetId !== undefined
    ? assetSubjectKey(item.AssetType, item.AssetId)
    : `tag:${provider}|${item.tagId ?? ''}`
}

/** {@link toSubjectKey} of an asset by type and id. */
export const assetSubjectKey = (assetType: string, assetId: string): string => `asset:${assetType}:${assetId}`
/** {@link toSubjectKey} of a stored tag key. */
export const tagSubjectKey = (key: string): string => `tag:${key}`

/** When an event happened. */
export type EventTime = {
  time: Date
  /** it named no time and is no repeat: it happens now, whatever the clock said before */
  untimed: boolean
}

/**
 * The latest time that a stored value can have when an event meets it. A later one was dated by a clock that was ahead
 * and has been corrected since: nothing is held up by it.
 * @param now milliseconds, not before anything that is compared was received
 */
export const latestCredible = (untimed: boolean, now: number): number => (untimed ? now : now + MAX_AHEAD_MS)

/** Whether an event is newer than what is stored with a time. @param stored milliseconds */
export const isNewerThan = ({ time, untimed }: EventTime, stored: number, now: number): boolean =>
  time.getTime() > stored || stored > latestCredible(untimed, now)

/** A condition on a stored time: it is none, or the event is newer than it. @see isNewerThan */
export const olderThan = ({ time, untimed }: EventTime, now: number): object => ({
  $not: { $gte: time, $lte: new Date(Math.max(time.getTime(), latestCredible(untimed, now))) },
})
