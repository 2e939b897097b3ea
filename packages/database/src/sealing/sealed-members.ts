/** The member of each collection's documents that can hold sealed values; everything else of them is stored as it is. */
export const SEALED_MEMBERS = {
  assets: 'Fields',
  locationHistory: 'state',
  statusHistory: 'Fields',
  geofenceAlerts: 'then',
  deadLetters: 'item',
  unresolved: 'item',
  deliveries: 'payload',
} as const

/** A collection whose documents can hold sealed values. */
export type SealedCollection = keyof typeof SEALED_MEMBERS

export const isSealedCollection = (name: string): name is SealedCollection =>
  Object.hasOwn(SEALED_MEMBERS, name)

const WIFI = 'Fields.WifiStrength.Strength'
const BATTERY = 'Fields.BatteryLevel.Level'

/** What a history row keeps of an asset's state, and what an alert does, by the path of the asset's value. */
export const STATE_PATHS: Readonly<Record<string, string>> = {
  WifiStrength: WIFI,
  BatteryLevel: BATTERY,
  DeviceStatus: 'Fields.DeviceStatus',
  InfusionStatus: 'Fields.InfusionStatus',
  VolumeInfused: 'Fields.VolumeInfused',
}
export const ALERT_PATHS: Readonly<Record<string, string>> = {
  AssetName: 'Fields.AssetName',
  SerialNo: 'Fields.SerialNo',
  PrimaryCategory: 'Fields.PrimaryCategory',
  Battery: BATTERY,
  BatteryCode: BATTERY,
  WiFi: WIFI,
  WiFiCode: WIFI,
}
