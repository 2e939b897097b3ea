import type { AssetRef, Levels, Location, LocationTag } from '@wardtrack/contracts'

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
import { type GeofenceDoc, seenAtSchema } from './geofence.model.ts'
import { assetRuleStateSchema } from './rule.model.ts'

const storedLocationSchema = embedded({
  mapId: nullable(String),
  /** of the internal hierarchy */
  hierarchyId: optional(String),
  fullPath: required(Mixed, typed<Levels>()),
  xCenterPoint: nullable(Number),
  yCenterPoint: nullable(Number),
  /** pixel size (`{width}x{height}`) of the image that the point was worked out for, absent while the map had none */
  imageSize: optional(String),
  provider: optional(String),
  /** the asset's primary tag told it */
  byPrimaryTag: optional(Boolean, typed<true>()),
  time: required(Date),
  /** the first position of the visit that lasts; absent where history has to tell, see packages/summaries */
  since: optional(Date),
})
/** A place as it is stored with an asset. */
export type StoredLocation = DocumentOf<typeof storedLocationSchema>

/** A stored place as answers and live events carry it: the members that the contract names, none that the store adds for itself. */
export function toLocation(stored: StoredLocation): Location {
  const { mapId, fullPath, xCenterPoint, yCenterPoint, provider, time } = stored
  const location: Location = { mapId, fullPath, xCenterPoint, yCenterPoint, time: time.toISOString() }
  if (provider !== undefined) location.provider = provider
  return location
}

const dwellSchema = embedded({
  /** the fence's `_id`, hexadecimal */
  fence: required(String),
  /** the fence's `activeFrom`: a dwell in a fence that was moved since counts no more */
  from: required(Date),
  inside: required(Boolean),
  /** time of the event that began it */
  since: required(Date),
  /** when that event was received */
  receivedAt: required(Date),
  /** milliseconds it has to last before it raises an alert; absent once that is over, or when it raises none */
  wait: optional(Number),
})
/** That an asset is inside a geofence, or was and has left it: outside is only kept while its wait runs. */
export type GeofenceDwell = DocumentOf<typeof dwellSchema>

const pendingAlertSchema = embedded({
  /** made from fence, asset, trigger and the dwell's start, so that raising it again changes nothing */
  id: required(String),
  kind: required(String, { enum: ['Entry', 'Exit'] }),
  asset: required(ObjectId),
  /** the fence as it was */
  fence: required(Mixed, typed<GeofenceDoc>()),
  location: required(seenAtSchema),
  /** pixel size (`{width}x{height}`) of the image that the point belongs to */
  imageSize: optional(String),
  /** the dwell's start plus the wait */
  eventTime: required(Date),
})
/** An alert as the engine raises it, before it becomes a document. */
export type PendingAlert = DocumentOf<typeof pendingAlertSchema>

const geofenceStateSchema = embedded({
  dwells: optional([dwellSchema]),
  /** when the first of their waits is over by the clock */
  due: optional(Date),
  /** alerts that were raised with the last writes and are not yet documents */
  raised: optional([pendingAlertSchema]),
})
/** An asset and the geofences. */
export type StoredGeofenceState = DocumentOf<typeof geofenceStateSchema>

const claimSchema = embedded({
  /** the person's `_id`, hexadecimal */
  user: required(String),
  username: required(String),
  /** when it ends by itself */
  until: required(Date),
})
/** That somebody is taking an asset. */
export type StoredClaim = DocumentOf<typeof claimSchema>

const missingSchema = embedded({
  /** of the report */
  id: required(String),
  /** the person's `_id`, hexadecimal */
  user: required(String),
  username: required(String),
  at: required(Date),
})
/** That an asset was not found where it was last seen; it says nothing of positions that are newer. */
export type StoredMissing = DocumentOf<typeof missingSchema>

const dueSummariesSchema = embedded({
  /** since when the oldest late event waits for its summaries */
  at: optional(Date),
  /** the period of the events that came late and that no process works on yet */
  from: optional(Date),
  until: optional(Date),
  /** another with each mark */
  token: optional(ObjectId),
  /** the part that a process works on */
  claim: optional(
    embedded({
      id: required(ObjectId),
      from: required(Date),
      until: required(Date),
      /** other processes leave it alone until then */
      expiresAt: required(Date),
    }),
  ),
})
/** That summaries of an asset have to be worked out from history again. */
export type DueSummaries = DocumentOf<typeof dueSummariesSchema>

export const assetSchema = createSchema('assets', {
  AssetType: required(String),
  AssetId: required(String),
  AssetStatus: required(String, { enum: ['active', 'inactive'] }),
  Fields: required(Mixed, typed<Record<string, unknown> & { Mappings?: Record<string, AssetRef[]> }>()),
  /** blind indexes of the encrypted values, where the values stand in `Fields` */
  Blind: optional(Mixed, typed<Record<string, unknown>>()),
  FieldTimes: required(Mixed, typed<Record<string, Date>>()),
  /** which value each state has and since when, as devices reported it; absent where history has to tell, see packages/summaries */
  Stretches: optional(Mixed, typed<Record<string, { value: string; from: Date }>>()),
  CustomTags: required([String]),
  LocationTags: required(Mixed, typed<LocationTag[]>()),
  /** derived from `LocationTags`, see `tagKey` */
  TagKeys: optional([String]),
  /** derived, see `searchGrams` */
  SearchGrams: required([String]),
  /** derived, see `searchWords`; an asset stored before there were any is found by its pieces alone */
  SearchWords: optional([String]),
  CurrentLocation: optional(storedLocationSchema),
  Fences: optional(geofenceStateSchema),
  /** counts the writes of place and dwells: each is made on condition that none came between */
  PlaceRev: optional(Number),
  VisitsDue: optional(dueSummariesSchema),
  StretchesDue: optional(dueSummariesSchema),
  /** the job that set the status last: what undoing it has to find */
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
assetSchema.index({ SearchGrams: 1 })
// Many assets share a word; in the order of their names a page of them is read without reading all of them.
assetSchema.index({ SearchWords: 1, AssetType: 1, AssetStatus: 1, 'Fields.AssetName': 1, AssetId: 1 })
assetSchema.index({ 'Fences.due': 1 }, { sparse: true })
assetSchema.index({ 'Fences.raised.id': 1 }, { sparse: true })
// Who is inside a geofence, and what belongs somewhere.
assetSchema.index({ 'Fences.dwells.fence': 1 }, { sparse: true })
assetSchema.index({ 'HomeLocation.fullPath.Level_1': 1 }, { sparse: true })
assetSchema.index({ 'Rules.raised.id': 1 }, { sparse: true })
assetSchema.index({ 'VisitsDue.at': 1 }, { sparse: true })
assetSchema.index({ 'StretchesDue.at': 1 }, { sparse: true })
// What carries a custom tag, by name.
assetSchema.index({ CustomTags: 1, AssetType: 1, AssetStatus: 1, 'Fields.AssetName': 1, AssetId: 1 })
assetSchema.index({ 'Claim.user': 1 }, { sparse: true })
// What is on a map, and what of a category.
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
// A category listed by name: names of one category lie together, so walking all names to find them would be long.
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
// What has been in its place for long: the beginning of a visit is written when the place changes, not with each position.
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

/** The claim of an asset, unless it has ended. @param now milliseconds */
export const liveClaim = ({ Claim }: Pick<AssetDoc, 'Claim'>, now: number): StoredClaim | undefined =>
  Claim && Claim.until.getTime() > now ? Claim : undefined

/** The report that an asset is missing, unless the asset was seen since. */
export const liveMissing = ({
  Missing,
  CurrentLocation,
}: Pick<AssetDoc, 'Missing' | 'CurrentLocation'>): StoredMissing | undefined =>
  Missing && CurrentLocation && CurrentLocation.time <= Missing.at ? Missing : undefined

/** Key under which a location tag is unique among all assets. @param provider lower case */
export const tagKey = (provider: string, tagId: string): string => `${provider}|${tagId}`

/** The derived keys of an asset's tags; undefined (not an empty list) when there is none, for the sparse index. */
export const tagKeysOf = (tags: readonly LocationTag[]): string[] | undefined =>
  tags.length > 0 ? [...new Set(tags.map((tag) => tagKey(tag.Provider, tag.TagId)))] : undefined
