import type { AssetRef, Geofence, GeofenceAlert } from '@wardtrack/contracts'
import { mayKnowType, PATIENT, type Viewer, visibleTypes } from './asset-types.ts'

/** The links of an asset, by the type of the linked assets, that a viewer may know of. */
export function visibleLinks(links: Record<string, AssetRef[]>, viewer: Viewer): Record<string, AssetRef[]> {
  if (viewer.patientDataAccess) return links
  const { [PATIENT]: _patients, ...others } = links
  return others
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

/**
 * An alert as a viewer may know it: without the flag an alert about a patient does not exist, and in others no patient
 * is named.
 */
export function visibleAlert(alert: GeofenceAlert, viewer: Viewer): GeofenceAlert | undefined {
  if (viewer.patientDataAccess) return alert
  const { LinkedAsset, LinkedGeofence } = alert
  const fence = visibleFence(LinkedGeofence, viewer)
  if (!mayKnowType(viewer, LinkedAsset.AssetType) || !fence) return undefined
  const { Mappings, ...fields } = LinkedAsset.Fields
  const Fields = { ...fields, ...(Mappings ? { Mappings: visibleLinks(Mappings, viewer) } : {}) }
  return { ...alert, LinkedGeofence: fence, LinkedAsset: { ...LinkedAsset, Fields } }
}
