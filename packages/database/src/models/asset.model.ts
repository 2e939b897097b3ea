import type { AssetRef, Levels, Location, LocationTag, Precision } from '@wardtrack/contracts'

import {
  createSchema,
  type DocumentOf,
  embedded,
  Mixed,
  nullable,
  ObjectId,
  optional,
  required,
  typed,
} from '../members.ts'
import { geofenceStateSchema } from './geofence.model.ts'
import { assetRuleStateSchema } from './rule.model.ts'
import { pastTagSchema, tagStartSchema } from './tag.model.ts'

const storedLocationSchema = embedded({
  mapId: nullable(String),
  /** id in the internal hierarchy */
  hierarchyId: optional(String),
  fullPath: required(Mixed, typed<Levels>()),
  xCenterPoint: nullable(Number),
  yCenterPoint: nullable(Number),
  /**
   * pixel size (`{width}x{height}`) of the image that the point was calculated for; absent while the map had no image
   */
  imageSize: optional(String),
  /** precision of the position; absent for a point */
  precision: optional(String, { enum: ['room', 'floor'] }),
  /** accuracy in metres, as sent by the provider */
  accuracy: optional(Number),
  provider: optional(String),
  /** true when the position came from the asset's primary tag */
  byPrimaryTag: optional(Boolean, typed<true>()),
  time: required(Date),
  /** milliseconds between the sender's time and `time`: positions of one time follow each other */
  timeShift: optional(Number),
  /** first position of the current visit; absent when it must be read from history, see packages/summaries */
  since: optional(Date),
})
/** A place as stored with an asset. */
export type StoredLocation = DocumentOf<typeof storedLocationSchema>

/** Returns the precision of a position. Positions of earlier versions store none, and have a point or only a place. */
export const precisionOf = (stored: 'room' | 'floor' | undefined, x: number | null): Precision =>
  stored ?? (x === null ? 'floor' : 'point')

/** Returns a stored place for answers and live events, with only the members that the contract names. */
export function toLocation(stored: StoredLocation): Location {
  const { mapId, fullPath, xCenterPoint, yCenterPoint, provider, time } = stored
  const precision = precisionOf(stored.precision, xCenterPoint)
  const location: Location = {
    mapId,
    fullPath,
    xCenterPoint,
    yCenterPoint,
    precision,
    time: time.toISOString(),
  }
  if (stored.accuracy !== undefined) location.accuracy = stored.accuracy
  if (provider !== undefined) location.provider = provider
  return location
}

const claimSchema = embedded({
  /** the person's `_id`, hexadecimal */
  user: required(String),
  username: required(String),
  /** time at which the claim expires */
  until: required(Date),
})
/** A person's claim of an asset. */
export type StoredClaim = DocumentOf<typeof claimSchema>

const missingSchema = embedded({
  /** id of the report */
  id: required(String),
  /** the person's `_id`, hexadecimal */
  user: required(String),
  username: required(String),
  at: required(Date),
})
/** A report that an asset was not at its last known position; newer positions make it void. */
export type StoredMissing = DocumentOf<typeof missingSchema>

const dueSummariesSchema = embedded({
  /** time from which on the oldest late event has waited for its summaries */
  at: optional(Date),
  /** the period of late events that no process works on yet */
  from: optional(Date),
  until: optional(Date),
  /** changes with each mark */
  token: optional(ObjectId),
  /** the period that a process works on */
  claim: optional(
    embedded({
      id: required(ObjectId),
      from: required(Date),
      until: required(Date),
      /** end of the lease; until then other processes leave the period alone */
      expiresAt: required(Date),
    }),
  ),
  /** the periods that processes took since a moment, which a crash makes due again; and those before it */
  recent: optional(
    embedded({
      since: required(Date),
      takenAt: required(Date),
      from: required(Date),
      until: required(Date),
      earlier: optional(embedded({ from: required(Date), until: required(Date) })),
    }),
  ),
})
/** A mark that an asset's summaries must be recalculated from history. */
export type DueSummaries = DocumentOf<typeof dueSummariesSchema>

const silenceSchema = embedded({
  /** time at which the asset is looked at next; absent while it is silent, so that its next event sets it */
  due: optional(Date),
  /** last event before the present silence; absent while the asset is heard */
  heard: optional(Date),
  /** moments around which silence is worked out again from history */
  late: optional([Date]),
})
/** When an asset is found silent, see ADR 61. */
export type StoredSilence = DocumentOf<typeof silenceSchema>

export const assetSchema = createSchema('assets', {
  AssetType: required(String),
  AssetId: required(String),
  AssetStatus: required(String, { enum: ['active', 'inactive'] }),
  Fields: required(Mixed, typed<Record<string, unknown> & { Mappings?: Record<string, AssetRef[]> }>()),
  /** blind indexes of the encrypted values, at the same paths as in `Fields` */
  Blind: optional(Mixed, typed<Record<string, unknown>>()),
  FieldTimes: required(Mixed, typed<Record<string, Date>>()),
  /**
   * current value of each state and its start, as reported by devices; absent when read from history, see
   * packages/summaries
   */
  Stretches: optional(Mixed, typed<Record<string, { value: string; from: Date }>>()),
  CustomTags: required([String]),
  LocationTags: required(Mixed, typed<LocationTag[]>()),
  /** derived from `LocationTags`, see `tagKey` */
  TagKeys: optional([String]),
  /** starts of the carried tags, see `tagChanges`; a tag without one was always carried */
  TagStarts: optional([tagStartSchema]),
  /** tags that are no longer carried, oldest end first */
  PastTags: optional([pastTagSchema]),
  /** derived, see `searchGrams` */
  SearchGrams: required([String]),
  /** derived, see `searchWords`; an older asset without words is found only by its pieces */
  SearchWords: optional([String]),
  CurrentLocation: optional(storedLocationSchema),
  Fences: optional(geofenceStateSchema),
  /** counts the writes of place and dwells; a write succeeds only at the count that it read */
  PlaceRev: optional(Number),
  Silence: optional(silenceSchema),
  VisitsDue: optional(dueSummariesSchema),
  StretchesDue: optional(dueSummariesSchema),
  /** the job that last set the status, so that undo finds its assets */
  StatusJob: optional(String),
  Rules: optional(assetRuleStateSchema),
  Claim: optional(claimSchema),
  Missing: optional(missingSchema),
  HomeLocation: optional(
    embedded({
      fullPath: required(Mixed, typed<Levels>()),
      hierarchyId: optional(String),
      mapId: optional(String),
    }),
  ),
  createdAt: required(Date),
  updatedAt: required(Date),
})
assetSchema.index({ AssetType: 1, AssetId: 1 }, { unique: true })
assetSchema.index({ TagKeys: 1 }, { unique: true, sparse: true })
// Index for the former carriers of a tag.
assetSchema.index({ 'PastTags.key': 1 }, { sparse: true })
assetSchema.index({ SearchGrams: 1 })
// Index for words that many assets share. It is sorted by name, so that a page is read without reading all of them.
assetSchema.index({ SearchWords: 1, AssetType: 1, AssetStatus: 1, 'Fields.AssetName': 1, AssetId: 1 })
assetSchema.index({ 'Fences.due': 1 }, { sparse: true })
assetSchema.index({ 'Silence.due': 1 }, { sparse: true })
assetSchema.index({ 'Fences.raised.id': 1 }, { sparse: true })
// Indexes for assets inside a geofence, and for assets assigned to a place.
assetSchema.index({ 'Fences.dwells.fence': 1 }, { sparse: true })
assetSchema.index({ 'HomeLocation.fullPath.Level_1': 1 }, { sparse: true })
assetSchema.index({ 'HomeLocation.hierarchyId': 1 }, { sparse: true })
assetSchema.index({ 'Rules.raised.id': 1 }, { sparse: true })
assetSchema.index({ 'VisitsDue.at': 1 }, { sparse: true })
assetSchema.index({ 'StretchesDue.at': 1 }, { sparse: true })
// Index for assets with a custom tag, by name.
assetSchema.index({ CustomTags: 1, AssetType: 1, AssetStatus: 1, 'Fields.AssetName': 1, AssetId: 1 })
assetSchema.index({ 'Claim.user': 1 }, { sparse: true })
// Index for assets on a map, also of one category.
assetSchema.index({
  'CurrentLocation.mapId': 1,
  AssetType: 1,
  AssetStatus: 1,
  'Fields.PrimaryCategory': 1,
})
assetSchema.index({
  'CurrentLocation.hierarchyId': 1,
  AssetType: 1,
  AssetStatus: 1,
  'Fields.AssetName': 1,
  AssetId: 1,
})
assetSchema.index({ AssetStatus: 1, 'Fields.AssetName': 1, AssetType: 1, AssetId: 1 })
assetSchema.index({ AssetType: 1, AssetStatus: 1, AssetId: 1 })
assetSchema.index({ AssetType: 1, AssetStatus: 1, createdAt: 1, AssetId: 1 })
// Index for a category listed by name. Its names lie together in the index; reading all names to find them would be
// slow.
assetSchema.index({
  AssetType: 1,
  AssetStatus: 1,
  'Fields.PrimaryCategory': 1,
  'Fields.AssetName': 1,
  AssetId: 1,
})
assetSchema.index({
  AssetType: 1,
  AssetStatus: 1,
  'Fields.PrimaryCategory': 1,
  'Fields.BatteryLevel.Level': 1,
  'Fields.AssetName': 1,
  AssetId: 1,
})
// Index for assets that have been at their place for long. The start of a visit is written only when the place
// changes.
assetSchema.index({ AssetType: 1, AssetStatus: 1, 'CurrentLocation.since': 1, AssetId: 1 })
for (const path of [
  'Fields.AssetName',
  'Fields.SerialNo',
  'Fields.PrimaryCategory',
  'Fields.WifiStrength.Strength',
  'Fields.BatteryLevel.Level',
  'Fields.DeviceStatus',
  'Fields.InfusionStatus',
  'Fields.VolumeInfused',
  'Fields.Status',
])
  assetSchema.index({ AssetType: 1, AssetStatus: 1, [path]: 1, AssetId: 1 })

/** A stored asset. */
export type AssetDoc = DocumentOf<typeof assetSchema>

/** Returns the claim of an asset, unless it has expired. @param now milliseconds */
export const liveClaim = ({ Claim }: Pick<AssetDoc, 'Claim'>, now: number): StoredClaim | undefined =>
  Claim && Claim.until.getTime() > now ? Claim : undefined

/** Returns the report that an asset is missing, unless the asset was seen since. */
export const liveMissing = ({
  Missing,
  CurrentLocation,
}: Pick<AssetDoc, 'Missing' | 'CurrentLocation'>): StoredMissing | undefined =>
  Missing && CurrentLocation && CurrentLocation.time <= Missing.at ? Missing : undefined
