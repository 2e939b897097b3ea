import type { Geofence, GeofenceAlert } from '@wardtrack/contracts'
import { PATIENT } from '@wardtrack/database'

/**
 * A fence as a session may know it: without the patient-data flag it concerns no patients, and one that concerns
 * nobody else is not there.
 */
export function visibleFence<F extends Pick<Geofence, 'AssetTypes'>>(
  fence: F,
  patientDataAccess: boolean,
): F | undefined {
  if (patientDataAccess || !fence.AssetTypes.includes(PATIENT)) return fence
  const AssetTypes = fence.AssetTypes.filter((type) => type !== PATIENT)
  return AssetTypes.length > 0 ? { ...fence, AssetTypes } : undefined
}

/**
 * An alert as a session may know it: without the patient-data flag an alert about a patient is not there, and in the
 * others no patient is named.
 */
export function visibleAlert(alert: GeofenceAlert, patientDataAccess: boolean): GeofenceAlert | undefined {
  const { LinkedAsset, LinkedGeofence } = alert
  if (patientDataAccess) return alert
  const fence = visibleFence(LinkedGeofence, false)
  if (LinkedAsset.AssetType === PATIENT || !fence) return undefined
  const { Mappings, ...fields } = LinkedAsset.Fields
  const { [PATIENT]: _patients, ...links } = Mappings ?? {}
  return {
    ...alert,
    LinkedGeofence: fence,
    LinkedAsset: { ...LinkedAsset, Fields: { ...fields, ...(Mappings ? { Mappings: links } : {}) } },
  }
}
