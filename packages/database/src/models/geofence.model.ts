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

/** Version and times shown to people without the flag after a change that concerned only patients. */
const shownVersionSchema = embedded({
  __v: required(Number),
  createdAt: required(Date),
  updatedAt: required(Date),
})

export const geofenceSchema = createSchema('geofences', {
  Name: required(String),
  /** the name for comparison, see `fenceNameKey` */
  nameKey: required(String),
  Type: required(String),
  AssetTypes: required([String]),
  MapId: required(String),
  /** a rectangle in pixels of the map's image, edges inside */
  Coordinates: required(Mixed, typed<Coordinates>()),
  /**
   * pixel size (`{width}x{height}`) of the image that the coordinates belong to; absent while the map had no image
   */
  imageSize: optional(String),
  EntryTrigger: required(Boolean),
  EntryTriggerWaitTime: required(Number),
  ExitTrigger: required(Boolean),
  ExitTriggerWaitTime: required(Number),
  Enabled: required(Boolean),
  /** metres past the edge until a tolerance for all fences is saved; absent in fences of earlier versions: 0 */
  toleranceMetres: optional(Number),
  /** time of creation, activation or move; assets inside count as inside from then */
  activeFrom: required(Date),
  /** number of changes */
  __v: required(Number),
  createdAt: required(Date),
  updatedAt: required(Date),
  /** absent while answers show `__v` and the times above */
  shown: optional(shownVersionSchema),
})
geofenceSchema.index({ MapId: 1, nameKey: 1 }, { unique: true })
geofenceSchema.index({ Name: 1, _id: 1 })
/** A geofence. */
export type GeofenceDoc = DocumentOf<typeof geofenceSchema>

/** Position of an asset when an alert was raised. */
export const seenAtSchema = embedded({
  mapId: nullable(String),
  fullPath: required(Mixed, typed<Levels>()),
  xCenterPoint: nullable(Number),
  yCenterPoint: nullable(Number),
})

type StoredStep = Omit<AlertStep, 'at'> & { at: Date }

export const geofenceAlertSchema = createSchema('geofenceAlerts', {
  /** derived from fence, asset, trigger and the dwell's start, so that a dwell raises each alert once */
  _id: required(String),
  kind: required(String, { enum: ['Entry', 'Exit'] }),
  status: required(String, { enum: ALERT_STATES }),
  /** set until the alert is resolved */
  unresolved: optional(Boolean, typed<true>()),
  asset: required(ObjectId),
  AssetType: required(String),
  AssetId: required(String),
  /** true when only sessions with the patient-data flag may see it; derived from the type, for the indexes */
  ofPatient: required(Boolean),
  /** the fence when the alert was raised; `location` and `then` are of the same time */
  fence: required(Mixed, typed<Geofence>()),
  /** pixel size of the image that the fence belongs to; absent while its map had no image */
  fenceImageSize: optional(String),
  location: required(seenAtSchema),
  /** pixel size of the image that the point belongs to */
  imageSize: optional(String),
  then: required(Mixed, typed<AssetAtAlert>()),
  /** the searched texts, one on each line */
  SearchText: required(String),
  /** derived from `SearchText` */
  SearchGrams: required([String]),
  /** time at which the dwell had lasted as long as the wait */
  eventTime: required(Date),
  createdAt: required(Date),
  acknowledged: optional(Mixed, typed<StoredStep>()),
  resolved: optional(Mixed, typed<StoredStep>()),
})
geofenceAlertSchema.index({ createdAt: -1, _id: -1 })
// Indexes for lists of all alerts or of one status, with and without patients; each by the time of the event.
geofenceAlertSchema.index({ eventTime: -1, _id: -1 })
geofenceAlertSchema.index({ ofPatient: 1, eventTime: -1, _id: -1 })
geofenceAlertSchema.index({ status: 1, eventTime: -1, _id: -1 })
geofenceAlertSchema.index({ ofPatient: 1, status: 1, eventTime: -1, _id: -1 })
geofenceAlertSchema.index({ asset: 1, eventTime: -1, _id: -1 })
geofenceAlertSchema.index({ unresolved: 1, asset: 1 }, { sparse: true })
geofenceAlertSchema.index({ unresolved: 1, ofPatient: 1, asset: 1 }, { sparse: true })
// The patient flag comes first, so that a search without patients does not read their alerts.
geofenceAlertSchema.index({ ofPatient: 1, SearchGrams: 1 })
geofenceAlertSchema.index({ 'resolved.at': 1 }, { sparse: true })
/** A raised alert. */
export type GeofenceAlertDoc = DocumentOf<typeof geofenceAlertSchema>

/**
 * Returns a fence's name for comparison on its map, without case. Fences that concern only patients are compared only
 * with each other. Otherwise people without the flag could find out their names by trying.
 */
export const fenceNameKey = (name: string, assetTypes: readonly string[]): string =>
  `${assetTypes.every((type) => type === PATIENT) ? 'patients:' : 'fence:'}${name.toLowerCase()}`

const dwellSchema = embedded({
  /** the fence's `_id`, hexadecimal */
  fence: required(String),
  /** the fence's `activeFrom`: a dwell with another value is void, because the fence was moved since */
  from: required(Date),
  inside: required(Boolean),
  /** time of the event that began the dwell */
  since: required(Date),
  /** time at which that event was received */
  receivedAt: required(Date),
  /** milliseconds until the dwell raises an alert; absent when they have passed, or when it raises no alert */
  wait: optional(Number),
  /**
   * true while an entry wait runs for an asset that returned before its exit was raised: the dwell may still raise an
   * exit
   */
  confirmed: optional(Boolean, typed<true>()),
})
/** A dwell of an asset inside or outside a geofence. A dwell outside is stored only while its wait runs. */
export type GeofenceDwell = DocumentOf<typeof dwellSchema>

const pendingAlertSchema = embedded({
  /** derived from fence, asset, trigger and the dwell's start, so that raising the alert again changes nothing */
  id: required(String),
  kind: required(String, { enum: ['Entry', 'Exit'] }),
  asset: required(ObjectId),
  /** the fence at the time of the alert */
  fence: required(Mixed, typed<GeofenceDoc>()),
  location: required(seenAtSchema),
  /** pixel size (`{width}x{height}`) of the image that the point belongs to */
  imageSize: optional(String),
  /** the dwell's start plus its wait */
  eventTime: required(Date),
})
/** A raised alert that is not yet stored as a document. */
export type PendingAlert = DocumentOf<typeof pendingAlertSchema>

/** Schema of {@link StoredGeofenceState}. */
export const geofenceStateSchema = embedded({
  dwells: optional([dwellSchema]),
  /** time at which the first wait ends */
  due: optional(Date),
  /** alerts raised by the last writes that are not yet documents */
  raised: optional([pendingAlertSchema]),
})
/** Geofence state of an asset. */
export type StoredGeofenceState = DocumentOf<typeof geofenceStateSchema>
