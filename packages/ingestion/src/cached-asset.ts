import { MAX_AHEAD_MS } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type GeofenceDwell,
  type StateThen,
  type StoredLocation,
  type Types,
  tagKey,
} from '@wardtrack/database'

/**
 * An asset's place and its geofence dwells after write number `rev`. The object is replaced as a whole, never
 * changed.
 */
export type CachedPlace = {
  readonly rev: number
  readonly location?: StoredLocation | undefined
  readonly dwells: readonly GeofenceDwell[]
}

const TAG_PREFIX = 'tag:'

/** Data of an asset that is cached between events, so that an event costs no read. */
export type CachedAsset = {
  readonly _id: Types.ObjectId
  readonly AssetType: string
  readonly AssetId: string
  active: boolean
  /** its primary tag, as events name the tag (see `toSubjectKey`) */
  primaryTag: string | undefined
  /** starts of its tags in milliseconds, by subject key; a tag without one was always carried */
  tagStarts?: ReadonlyMap<string, number> | undefined
  /** the latest of the starts: later events need no look at each tag */
  latestTagStart?: number | undefined
  /** its former tags, oldest end first */
  pastTags?: AssetDoc['PastTags'] | undefined
  /** its place as known to this process: never newer than the stored one */
  place: CachedPlace
  /** times of its status fields as known to this process */
  fieldTimes: Record<string, number>
  /** reported value of each state and its start, as known to this process */
  stretches?: NonNullable<AssetDoc['Stretches']>
  /** its state as option codes, for history rows */
  state: StateThen
  /** true when the store is known to hold the time at which its silence is looked for */
  isTimed?: boolean
  /** true when the asset was changed and must be read again */
  isStale: boolean
  /** time of the last query, by the monotonic clock */
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
  TagStarts: 1,
  PastTags: 1,
  ...PLACE_MEMBERS,
  FieldTimes: 1,
  'Silence.due': 1,
  Stretches: 1,
  'Fields.WifiStrength': 1,
  'Fields.BatteryLevel': 1,
  'Fields.DeviceStatus': 1,
  'Fields.InfusionStatus': 1,
  'Fields.VolumeInfused': 1,
} as const

/** Creates the cached form of an asset that was just read. */
export function toCachedAsset(doc: AssetDoc, readAt: number): CachedAsset {
  return {
    _id: doc._id,
    AssetType: doc.AssetType,
    AssetId: doc.AssetId,
    active: doc.AssetStatus === 'active',
    primaryTag: primaryTagOf(doc),
    ...tagTimesOf(doc),
    place: toCachedPlace(doc),
    fieldTimes: Object.fromEntries(
      Object.entries(doc.FieldTimes ?? {}).map(([name, time]) => [name, time.getTime()]),
    ),
    stretches: doc.Stretches ?? {},
    state: stateOf(doc.Fields ?? {}),
    isTimed: isTimed(doc),
    isStale: false,
    readAt,
  }
}

/** Returns true if the store holds the time at which the silence of an asset is looked for. */
export const isTimed = ({ Silence }: Pick<AssetDoc, 'Silence'>): boolean => Silence?.due !== undefined

/** Returns the place and the dwells of a stored asset. */
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

function tagTimesOf({ TagStarts = [], PastTags }: AssetDoc) {
  if (TagStarts.length === 0) return { tagStarts: undefined, latestTagStart: undefined, pastTags: PastTags }
  const starts = TagStarts.map(({ key, from }) => [tagSubjectKey(key), from.getTime()] as const)
  return {
    tagStarts: new Map(starts),
    latestTagStart: Math.max(...starts.map(([, from]) => from)),
    pastTags: PastTags,
  }
}

/** Returns true if a tag's event is from before the start of its assignment. */
export const isBeforeStart = (
  { latestTagStart, tagStarts }: CachedAsset,
  subjectKey: string,
  time: Date,
): boolean =>
  latestTagStart !== undefined &&
  time.getTime() < latestTagStart &&
  time.getTime() < (tagStarts?.get(subjectKey) ?? Number.NEGATIVE_INFINITY)

/** Returns the former assignment of an asset's tag that an event belongs to, if its current one is later. */
export const pastTagAt = (
  { pastTags }: CachedAsset,
  subjectKey: string,
  time: Date,
): NonNullable<AssetDoc['PastTags']>[number] | undefined =>
  pastTags?.find(({ key, to }) => to > time && tagSubjectKey(key) === subjectKey)

/** Updates a cached asset with a new read. Newer writes of this process stay. */
export function applyAssetUpdate(known: CachedAsset, read: CachedAsset): void {
  known.readAt = read.readAt
  known.active = read.active
  known.primaryTag = read.primaryTag
  known.tagStarts = read.tagStarts
  known.latestTagStart = read.latestTagStart
  known.pastTags = read.pastTags
  known.isTimed = read.isTimed ?? false
  if (read.place.rev >= known.place.rev) known.place = read.place
  const outrun = Object.entries(known.fieldTimes).some(([name, time]) => time > (read.fieldTimes[name] ?? 0))
  if (outrun) return
  known.fieldTimes = read.fieldTimes
  known.stretches = read.stretches ?? {}
  known.state = read.state
}

/** Returns the state columns of an asset's fields. */
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

/** Members of an item that identify an asset. */
export type SubjectMembers = {
  AssetType?: string | undefined
  AssetId?: string | undefined
  tagId?: string | undefined
}

/**
 * Returns the subject of an item as one text: `asset:{AssetType}:{AssetId}`, or `tag:{provider}|{tagId}`. Type and id
 * take precedence over a tag. Types and providers contain neither `:` nor `|`, so that different subjects have
 * different texts.
 */
export function toSubjectKey(item: SubjectMembers, provider: string): string {
  return item.AssetType !== undefined && item.AssetId !== undefined
    ? assetSubjectKey(item.AssetType, item.AssetId)
    : tagSubjectKey(tagKey(provider, item.tagId ?? ''))
}

/** Returns {@link toSubjectKey} of an asset by type and id. */
export const assetSubjectKey = (assetType: string, assetId: string): string => `asset:${assetType}:${assetId}`
/** Returns {@link toSubjectKey} of a stored tag key. */
export const tagSubjectKey = (key: string): string => `${TAG_PREFIX}${key}`
/** Returns the key of a tag that is a subject; undefined for another subject. */
export const tagKeyOfSubject = (subjectKey: string): string | undefined =>
  subjectKey.startsWith(TAG_PREFIX) ? subjectKey.slice(TAG_PREFIX.length) : undefined

/** Time of an event. */
export type EventTime = {
  time: Date
  /** true when the event has no time and is no repeat: its time is now, whatever the clock said before */
  untimed: boolean
}

/**
 * Returns the latest credible time of a stored value. A later time came from a clock that was ahead and has been
 * corrected since; it must not block newer events.
 * @param now milliseconds, not before the receipt of any compared value
 */
export const latestCredible = (untimed: boolean, now: number): number => (untimed ? now : now + MAX_AHEAD_MS)

/** Returns true if an event is newer than a stored time. @param stored milliseconds */
export const isNewerThan = ({ time, untimed }: EventTime, stored: number, now: number): boolean =>
  time.getTime() > stored || stored > latestCredible(untimed, now)

/** Returns the condition that a stored time is absent or older than the event. @see isNewerThan */
export const olderThan = ({ time, untimed }: EventTime, now: number): object => ({
  $not: { $gte: time, $lte: new Date(Math.max(time.getTime(), latestCredible(untimed, now))) },
})
