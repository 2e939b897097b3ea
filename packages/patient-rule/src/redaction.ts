import type { AssetRef, EncryptionLimits, Geofence, GeofenceAlert } from '@wardtrack/contracts'
import { mayKnowType, PATIENT, type Viewer, visibleTypes } from './asset-types.ts'

/** Returns the links of an asset that a viewer may see, by the type of the linked assets. */
export function visibleLinks(links: Record<string, AssetRef[]>, viewer: Viewer): Record<string, AssetRef[]> {
  if (viewer.patientDataAccess) return links
  const { [PATIENT]: _patients, ...otherLinks } = links
  return otherLinks
}

type LinkedFields = { Mappings?: Record<string, AssetRef[]> | undefined }

/**
 * Returns the fields of an asset that a viewer may see. Without the flag, an asset linked only with patients looks
 * like an asset that was never linked.
 */
export function visibleFields<F extends LinkedFields>(fields: F, viewer: Viewer): F {
  const { Mappings, ...otherFields } = fields
  const links = Mappings ? visibleLinks(Mappings, viewer) : {}
  return { ...otherFields, ...(Object.keys(links).length > 0 ? { Mappings: links } : {}) } as F
}

/** Returns true if a value of unknown shape may name patients: it contains the word, in any case. */
export const mayNamePatients = (value: unknown): boolean =>
  JSON.stringify(value).toLowerCase().includes(PATIENT.toLowerCase())

/**
 * Returns a geofence as a viewer may see it. Without the flag it applies to no patients, and a geofence only for
 * patients does not exist.
 */
export function visibleFence<F extends Pick<Geofence, 'AssetTypes'>>(
  fence: F,
  viewer: Viewer,
): F | undefined {
  const AssetTypes = visibleTypes(fence.AssetTypes, viewer)
  if (AssetTypes.length === fence.AssetTypes.length) return fence
  return AssetTypes.length > 0 ? { ...fence, AssetTypes } : undefined
}

/** Returns true if an alert discloses patients: it is about a patient, or about an asset that is linked with one. */
export const tellsOfPatients = ({ LinkedAsset: { AssetType, Fields } }: GeofenceAlert): boolean =>
  AssetType === PATIENT || (Fields.Mappings?.[PATIENT]?.length ?? 0) > 0

/**
 * Returns an alert as a viewer may see it. Without the flag, an alert about a patient does not exist, and other
 * alerts name no patient.
 */
export function visibleAlert(alert: GeofenceAlert, viewer: Viewer): GeofenceAlert | undefined {
  if (viewer.patientDataAccess) return alert
  const { LinkedAsset, LinkedGeofence } = alert
  const fence = visibleFence(LinkedGeofence, viewer)
  if (!mayKnowType(viewer, LinkedAsset.AssetType) || !fence) return undefined
  const Fields = visibleFields(LinkedAsset.Fields, viewer)
  return { ...alert, LinkedGeofence: fence, LinkedAsset: { ...LinkedAsset, Fields } }
}

/**
 * Returns the response members that name the filters and sort fields unavailable because of encryption, as far as the
 * viewer may know.
 */
export function visibleEncryptionLimits(
  { unfiltered = [], unsorted = [] }: EncryptionLimits,
  viewer: Viewer,
): EncryptionLimits {
  const visible = (parts: NonNullable<EncryptionLimits['unfiltered']>) =>
    parts.flatMap(({ field, AssetTypes: types }) => {
      const AssetTypes = visibleTypes(types, viewer)
      return AssetTypes.length > 0 ? [{ field, AssetTypes }] : []
    })
  const limits = { unfiltered: visible(unfiltered), unsorted: visible(unsorted) }
  return {
    ...(limits.unfiltered.length > 0 ? { unfiltered: limits.unfiltered } : {}),
    ...(limits.unsorted.length > 0 ? { unsorted: limits.unsorted } : {}),
  }
}
