import {
  ALERT_STATES,
  type AlertStep,
  type AssetAtAlert,
  type Coordinates,
  type Geofence,
  type Levels,
} from '@wardtrack/contracts'
import { PATIENT } from '@wardtrack/patient-rule'
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

/** Version and times of a geofence as they are answered once a change concerned patients alone. */
const shownVersionSchema = embedded({
  __v: required(Number),
  createdAt: required(Date),
  updatedAt: required(Date),
})

export const geofenceSchema = createSchema('geofences', {
  Name: required(String),
  /** the name as it is compared, see `fenceNameKey` */
  nameKey: required(String),
  Type: required(String),
  AssetTypes: required([String]),
  MapId: required(String),
  /** a rectangle in pixels of the map's image, edges inside */
  Coordinates: required(Mixed, typed<Coordinates>()),
  /** pixel size (`{width}x{height}`) of the image that they were worked out for, absent while the map had none */
  imageSize: optional(String),
  EntryTrigger: required(Boolean),
  EntryTriggerWaitTime: required(Number),
  ExitTrigger: required(Boolean),
  ExitTriggerWaitTime: required(Number),
  Enabled: required(Boolean),
  /** when it was created, switched on or moved: what was inside then counts as inside from then */
  activeFrom: required(Date),
  /** counts its changes */
  __v: required(Number),
  createdAt: required(Date),
  updatedAt: required(Date),
  /** absent while `__v` and the times above are answered */
  shown: optional(shownVersionSchema),
})
geofenceSchema.index({ MapId: 1, nameKey: 1 }, { unique: true })
geofenceSchema.index({ Name: 1, _id: 1 })
/** A geofence. */
export type GeofenceDoc = DocumentOf<typeof geofenceSchema>

/** Where an asset was seen when an alert was raised. */
export const seenAtSchema = embedded({
  mapId: nullable(String),
  fullPath: required(Mixed, typed<Levels>()),
  xCenterPoint: nullable(Number),
  yCenterPoint: nullable(Number),
})

type StoredStep = Omit<AlertStep, 'at'> & { at: Date }

export const geofenceAlertSchema = createSchema('geofenceAlerts', {
  /** made from fence, asset, trigger and the dwell's start, so that a dwell raises each once */
  _id: required(String),
  kind: required(String, { enum: ['Entry', 'Exit'] }),
  status: required(String, { enum: ALERT_STATES }),
  /** there until it is resolved */
  unresolved: optional(Boolean, typed<true>()),
  asset: required(ObjectId),
  AssetType: required(String),
  AssetId: required(String),
  /** whether only sessions with the patient-data flag may know of it; derived from the type, for the indexes */
  ofPatient: required(Boolean),
  /** as it was when the alert was raised, and so are `location` and `then` */
  fence: required(Mixed, typed<Geofence>()),
  /** pixel size of the image that the fence belongs to, absent while its map had none */
  fenceImageSize: optional(String),
  location: required(seenAtSchema),
  /** pixel size of the image that the point belongs to */
  imageSize: optional(String),
  then: required(Mixed, typed<AssetAtAlert>()),
  /** what the text filter looks at, a line for each */
  SearchText: required(String),
  /** derived from `SearchText` */
  SearchGrams: required([String]),
  /** when the dwell had lasted the wait */
  eventTime: required(Date),
  createdAt: required(Date),
  acknowledged: optional(Mixed, typed<StoredStep>()),
  resolved: optional(Mixed, typed<StoredStep>()),
})
// The list, of all or of one status, with and without patients; each newest first.
geofenceAlertSchema.index({ createdAt: -1, _id: -1 })
geofenceAlertSchema.index({ ofPatient: 1, createdAt: -1, _id: -1 })
geofenceAlertSchema.index({ status: 1, createdAt: -1, _id: -1 })
geofenceAlertSchema.index({ ofPatient: 1, status: 1, createdAt: -1, _id: -1 })
geofenceAlertSchema.index({ asset: 1, createdAt: -1, _id: -1 })
geofenceAlertSchema.index({ unresolved: 1, asset: 1 }, { sparse: true })
geofenceAlertSchema.index({ unresolved: 1, ofPatient: 1, asset: 1 }, { sparse: true })
// With the type of asset first, so that a search without patients does not read past theirs.
geofenceAlertSchema.index({ ofPatient: 1, SearchGrams: 1 })
geofenceAlertSchema.index({ 'resolved.at': 1 }, { sparse: true })
/** A raised alert. */
export type GeofenceAlertDoc = DocumentOf<typeof geofenceAlertSchema>

/**
 * A fence's name as it is compared on its map: without case. A fence that concerns patients alone is compared with its
 * like only, or people who may not know of it would learn its name by trying.
 */
export const fenceNameKey = (name: string, assetTypes: readonly string[]): string =>
  `${assetTypes.every((type) => type === PATIENT) ? 'patients:' : 'fence:'}${name.toLowerCase()}`
