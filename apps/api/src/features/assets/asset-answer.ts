import type { Asset, AssetRef, LocationTag, Pair, TagAssignment } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type AssignedTags,
  heldTagKey,
  liveClaim,
  liveMissing,
  toLocation,
} from '@wardtrack/database'
import { type Viewer, visibleFields, visibleLinks } from '@wardtrack/patient-rule'

/** Asset members excluded from responses: derived for indexes, or used only by geofences and summaries. */
export const EXCLUDED_FIELDS = {
  Blind: 0,
  SearchGrams: 0,
  SearchWords: 0,
  TagKeys: 0,
  TagStarts: 0,
  PastTags: 0,
  Fences: 0,
  PlaceRev: 0,
  StatusJob: 0,
  Rules: 0,
  Silence: 0,
  Stretches: 0,
  StretchesDue: 0,
  VisitsDue: 0,
} as const

/** Converts an asset to a reference for lists of linked assets. */
export function toAssetRef({
  AssetType,
  AssetId,
  Fields,
}: Pick<AssetDoc, 'AssetType' | 'AssetId' | 'Fields'>): AssetRef {
  const name = Fields['AssetName']
  return { AssetType, AssetId, Fields: typeof name === 'string' ? { AssetName: name } : {} }
}

/** Converts an asset to its response for one viewer. Without the patient-data flag it names no patient. */
export function toAssetAnswer(doc: AssetDoc, viewer: Viewer): Asset {
  const home = doc.HomeLocation
  const claim = liveClaim(doc, Date.now())
  const missing = liveMissing(doc)
  return {
    _id: doc._id.toHexString(),
    AssetType: doc.AssetType,
    AssetId: doc.AssetId,
    AssetStatus: doc.AssetStatus,
    Fields: visibleFields(doc.Fields, viewer),
    FieldTimes: Object.fromEntries(
      Object.entries(doc.FieldTimes).map(([name, time]) => [name, time.toISOString()]),
    ),
    CustomTags: doc.CustomTags,
    LocationTags: doc.LocationTags,
    ...(doc.CurrentLocation ? { CurrentLocation: toLocation(doc.CurrentLocation) } : {}),
    ...(home ? { HomeLocation: home } : {}),
    ...(claim ? { Claim: { by: claim.username, until: claim.until.toISOString() } } : {}),
    ...(missing ? { MissingReport: { by: missing.username, at: missing.at.toISOString() } } : {}),
    createdAt: doc.createdAt.toISOString(),
    updatedAt: doc.updatedAt.toISOString(),
  }
}

/** Returns the tags that an asset carries and has carried, in the order of answers. */
export function toTagHistory({
  LocationTags,
  TagKeys = [],
  TagStarts = [],
  PastTags = [],
}: AssignedTags): TagAssignment[] {
  const starts = new Map(TagStarts.map(({ key, from }) => [key, from]))
  const current = LocationTags.map((tag) => ({ ...tag, from: starts.get(heldTagKey(tag, TagKeys)) }))
  const newestStart = current.toSorted((a, b) => (b.from?.getTime() ?? 0) - (a.from?.getTime() ?? 0))
  const newestEnd = PastTags.toSorted((a, b) => b.to.getTime() - a.to.getTime())
  return [
    ...newestStart.map((tag) => toAssignment(tag)),
    ...newestEnd.map((tag) => ({ ...toAssignment(tag), to: tag.to.toISOString() })),
  ]
}

const toAssignment = ({
  Provider,
  TagId,
  IsPrimary,
  from,
}: LocationTag & { from?: Date | undefined }): TagAssignment => ({
  Provider,
  TagId,
  IsPrimary,
  ...(from ? { from: from.toISOString() } : {}),
})

/** Returns the links of an asset that a viewer may see, with the asset first in each pair. */
export function toLinkPairs(asset: AssetDoc, viewer: Viewer): Pair[] {
  const linkedAssets = Object.values(visibleLinks(asset.Fields.Mappings ?? {}, viewer)).flat()
  return linkedAssets.map((linkedAsset) => [toAssetRef(asset), linkedAsset])
}
