/** Members of each collection's documents that can hold sealed values; all other members are stored in plain. */
const MEMBERS = {
  assets: ['Fields'],
  locationHistory: ['state'],
  statusHistory: ['Fields', 'circumstances'],
  stateStretches: ['condition'],
  deviceAlarms: ['Battery'],
  ruleFirings: ['Battery'],
  geofenceAlerts: ['then'],
  deadLetters: ['item'],
  unresolved: ['item'],
  deliveries: ['payload'],
} as const

/** A collection whose documents can hold sealed values. */
export type SealedCollection = keyof typeof MEMBERS

/** Collections whose documents can hold sealed values. */
export const SEALED_COLLECTIONS = Object.keys(MEMBERS) as readonly SealedCollection[]

/** Returns the members of a collection's documents that can hold sealed values. */
export const sealedMembers = (collection: SealedCollection): readonly string[] => MEMBERS[collection]

export const isSealedCollection = (name: string): name is SealedCollection => Object.hasOwn(MEMBERS, name)

const WIFI = 'Fields.WifiStrength.Strength'
const BATTERY = 'Fields.BatteryLevel.Level'

/** Paths of the asset values that history rows and alerts copy as state. */
export const STATE_PATHS: Readonly<Record<string, string>> = {
  WifiStrength: WIFI,
  BatteryLevel: BATTERY,
  DeviceStatus: 'Fields.DeviceStatus',
  InfusionStatus: 'Fields.InfusionStatus',
  VolumeInfused: 'Fields.VolumeInfused',
}
/** Path of the value that `Battery` holds in circumstances, conditions and alarms. */
export const BATTERY_PATH = BATTERY
export const ALERT_PATHS: Readonly<Record<string, string>> = {
  AssetName: 'Fields.AssetName',
  SerialNo: 'Fields.SerialNo',
  PrimaryCategory: 'Fields.PrimaryCategory',
  Battery: BATTERY,
  BatteryCode: BATTERY,
  WiFi: WIFI,
  WiFiCode: WIFI,
}
