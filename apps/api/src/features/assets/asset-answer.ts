import type { Asset, AssetRef, Pair } from '@wardtrack/contracts'
import { type AssetDoc, liveClaim, liveMissing, toLocation } from '@wardtrack/database'
import { type Viewer, visibleFields, visibleLinks } from '@wardtrack/patient-rule'

/** Members of an asset that are not read for answers: derived for the store's indexes, or kept by geofences and summaries. */
export const EXCLUDED_FIELDS = {
  Blind: 0,
  SearchGrams: 0,
  SearchWords: 0,
  TagKeys: 0,
  Fences: 0,
  PlaceRev: 0,
  StatusJob: 0,
  Rules: 0,
  Stretches: 0,
  StretchesDue: 0,
  VisitsDue: 0,
} as const

/** How an asset is shown where another is linked to it. */
export function toAssetRef({
  AssetType,
  AssetId,
  Fields,
}: Pick<AssetDoc, 'AssetType' | 'AssetId' | 'Fields'>): AssetRef {
  const name = Fields['AssetName']
  return { AssetType, AssetId, Fields: typeof name === 'string' ? { AssetName: name } : {} }
}

/** An asset as every call answers it, for one viewer: without the patient-data flag no patient is named in it. */
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

/** What an asset is linked to as far as a viewer may know, the asset itself first in each pair. */
export function toLinkPairs(asset: AssetDoc, viewer: Viewer): Pair[] {
  const linkedAssets = Object.values(visibleLinks(asset.Fields.Mappings ?? {}, viewer)).flat()
  return linkedAssets.map((linkedAsset) => [toAssetRef(asset), linkedAsset])
}
