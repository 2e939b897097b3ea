import type { AssetPointer, AssetRef } from '@wardtrack/contracts'
import { toLocation } from '@wardtrack/database'
import { mayKnowType, PATIENT, type Viewer } from '@wardtrack/patient-rule'
import type { LocatedAsset } from './maps.store.ts'

/** Converts an asset to a point of a map, for one viewer. */
export function toPointer(asset: LocatedAsset, viewer: Viewer, isAlerted: boolean): AssetPointer {
  const { Fields } = asset
  const linked = (type: string): AssetRef[] => Fields.Mappings?.[type] ?? []
  return {
    _id: asset._id.toHexString(),
    AssetType: asset.AssetType,
    AssetId: asset.AssetId,
    CurrentLocation: toLocation(asset.CurrentLocation),
    icon_type: isAlerted ? 2 : 1,
    ...textMember('Battery', memberOf(Fields['BatteryLevel'], 'Level')),
    ...textMember('WiFi', memberOf(Fields['WifiStrength'], 'Strength')),
    ...textMember('DeviceStatus', Fields['DeviceStatus']),
    ...textMember('InfusionStatus', Fields['InfusionStatus']),
    Fields: {
      ...textMember('AssetName', Fields['AssetName']),
      ...textMember('SerialNo', Fields['SerialNo']),
      ...textMember('PrimaryCategory', Fields['PrimaryCategory']),
      Clinicians: linked('Clinician'),
      Equipments: linked('Equipment'),
      ...(mayKnowType(viewer, PATIENT) ? { Patients: linked(PATIENT) } : {}),
    },
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Returns the named member if its value is a text. */
const textMember = <N extends string>(name: N, value: unknown): { [P in N]?: string } =>
  (typeof value === 'string' ? { [name]: value } : {}) as { [P in N]?: string }
