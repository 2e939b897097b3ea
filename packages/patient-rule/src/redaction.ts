import type { AssetRef, Geofence, GeofenceAlert } from '@wardtrack/contracts'
import { mayKnowType, PATIENT, type Viewer, visibleTypes } from './asset-types.ts'

/** The links of an asset, by the type of the linked assets, that a viewer may know of. */
export function visibleLinks(links: Record<string, AssetRef[]>, viewer: Viewer): Record<string, AssetRef[]> {
  if (viewer.patientDataAccess) return links
  const { [PATIENT]: _patients, ...otherLinks } = links
  return otherLinks
}

type LinkedFields = { Mappings?: Record<string, AssetRef[]> | undefined }

/**
 * The fields of an asset as a viewer may know them. Without the flag, those of an asset that is linked with patients
 * alone are the same as those of one that was never linked.
 */
export function visibleFields<F extends LinkedFields>(fields: F, viewer: Viewer): F {
  const { Mappings, ...otherFields } = fields
  const links = Mappings ? visibleLinks(Mappings, viewer) : {}
  return { ...otherFields, ...(Object.keys(links).length > 0 ? { Mappings: links } : {}) } as F
}

/** Whether something that nobody has checked the shape of may name patients: it holds the word, in any case. */
export const mayNamePatients = (value: unknown): boolean =>
  JSON.stringify(value).toLowerCase().includes(PATIENT.toLowerCase())

/**
 * A geofence as a viewer may know it: without the flag it applies to no patients, and one that applies to nobody else
 * does not exist.
 */
export function visibleFence<F extends Pick<Geofence, 'AssetTypes'>>(
  fence: F,
  viewer: Viewer,
): F | undefined {
  const AssetTypes = visibleTypes(fence.AssetTypes, viewer)
  if (AssetTypes.length === fence.AssetTypes.length) return fence
  return AssetTypes.length > 0 ? { ...fence, AssetTypes } : undefined
}

/** Whether an alert tells of a patient: it is about one, or about something that is linked with one. */
export const tellsOfPatients = ({ LinkedAsset: { AssetType, Fields } }: GeofenceAlert): boolean =>
  AssetType === PATIENT || (Fields.Mappings?.[PATIENT]?.length ?? 0) > 0

/**
 * An alert as a viewer may know it: without the flag an alert about a patient does not exist, and in others no patient
 * is named.
 */
export function visibleAlert(alert: GeofenceAlert, viewer: Viewer): GeofenceAlert | undefined {
  if (viewer.patientDataAccess) return alert
  const { LinkedAsset, LinkedGeofence } = alert
  const fence = visibleFence(LinkedGeofence, viewer)
  if (!mayKnowType(viewer, LinkedAsset.AssetType) || !fence) return undefined
  const Fields = visibleFields(LinkedAsset.Fields, viewer)
  return { ...alert, LinkedGeofence: fence, LinkedAsset: { ...LinkedAsset, Fields } }
}
