import type { CallName } from '@wardtrack/contracts'

/** Values hidden without the flag: the patient's id, names used only for the patient's data, and the type. */
export const SECRET = /PT-SECRET|Zebulon|"Patient"/
/** Size of the maps in metres. */
export const MAP = { xDimension: 50, yDimension: 30 }

/** Input of a call. */
export type Request = { params?: object; query?: object; body?: object }
/** Creates a request from ids that the store assigned. */
type RequestOf = (ids: Ids) => Request | Request[]
/** Ids that the store assigned, by kind. */
export type Ids = {
  fence: string
  /** a change of the status of patients */
  statusJob: string
  /** a shared filter that names patients */
  filter: string
  alert: string
  /** alert of equipment that is linked with the patient, in a geofence that also applies to patients */
  equipmentAlert: string
  /** rule that watches patients, and its notification */
  rule: string
  notification: string
  /** reports about patients, and about equipment that is linked with the patient */
  report: string
  heatReport: string
  letters: Record<'api' | 'location' | 'status', string[]>
}

/** The patient who must be hidden without the flag. */
export const patient = { AssetType: 'Patient', AssetId: 'PT-SECRET' }
/** Criteria that match only the patient. */
export const hiddenPatient = { AssetType: 'Patient', 'CurrentLocation.mapId': 'zebulon' }
/** A geofence for patients alone. */
export const fenceForPatients = {
  Name: 'Zebulon',
  Type: 'Safe',
  AssetTypes: ['Patient'],
  MapId: 'zebulon',
  Coordinates: { x: 1, y: 1, x2: 9, y2: 9 },
  EntryTrigger: true,
  ExitTrigger: false,
}

/** A file with a geofence for patients alone. */
const fenceFileForPatients = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [0.6, 0.6] },
  properties: { name: 'Zebulon 2', radius: 0.6, crs: 'local', wardtrack: fenceForPatients },
}
/** A geofence that the patient and equipment pass through. */
export const fenceForEverybody = {
  ...fenceForPatients,
  Name: 'Doorway',
  AssetTypes: ['Equipment', 'Patient'],
  MapId: 'shared',
  Coordinates: { x: 1, y: 1, x2: 19, y2: 19 },
}

/** A rule that fires when the patient's status becomes a name. */
export const ruleForPatients = {
  Name: 'Zebulon is here',
  NotificationAssetType: 'Patient',
  NotificationField: 'Status',
  RaiseValue: 'Equals Zebulon',
  Priority: 'High' as const,
}

/** A report about patients. */
export const reportOnPatients = {
  Name: 'Zebulon',
  Description: 'Where Zebulon is',
  Subject: 'Patient',
  Type: 'List' as const,
  share: 'Everyone' as const,
  Fields: ['AssetName', 'Status'],
}

/** A heat map of equipment, some of it linked with the patient. */
export const reportOnEquipment = {
  ...reportOnPatients,
  Name: 'Batteries',
  Description: 'Where they are empty',
  Subject: 'Equipment',
  Type: 'Heat Map' as const,
  Fields: ['AssetName', 'BatteryLevel'],
  TargetField: 'BatteryLevel',
}

/** Returns a sample that names the patient by a tag, whose carrier only the store knows. */
const preview = (member: string) => ({
  body: { provider: 'acme', expression: `{ "tagId": "t-1", "${member}": at }`, sample: '{ "at": "room" }' },
})

/**
 * A request of each call under the rule that would reveal the patient, by its answer or by not being refused. Calls
 * that delete or close come last.
 */
export const REQUESTS: Partial<Record<CallName, RequestOf>> = {
  assetGetById: () => [
    { query: { assetType: 'Patient', assetId: 'PT-SECRET' } },
    { query: { assetType: 'Equipment', assetId: 'E-1' } },
  ],
  assetsFilter: () => [{ body: {} }, { body: { search: 'zebulon' } }, { body: { AssetType: 'Equipment' } }],
  getFilterOption: () => ({}),
  getMetaDataMapping: () => ({}),
  getUnmappedFields: () => ({}),
  getAssetMappingById: () => [{ body: { Patient: 'PT-SECRET' } }, { body: { Equipment: 'E-1' } }],
  getGroupedAssetIds: () => [
    { query: {} },
    { query: { assetType: 'Patient' } },
    { query: { search: 'secret' } },
  ],
  addAssetMapping: () => [
    { body: { Mapping: [[{ AssetType: 'Equipment', AssetId: 'E-1' }, patient]] } },
    { body: { Mapping: [[patient, { AssetType: 'Clinician', AssetId: 'C-1' }]] } },
  ],
  removeAssetMapping: () => ({
    body: { Mapping: [[patient, { AssetType: 'Clinician', AssetId: 'C-2' }]] },
  }),
  addCustomTag: () => ({ body: { ...patient, newCustomTag: 'Loan' } }),
  removeCustomTag: () => [
    { body: { AssetId: patient.AssetId, customTag: 'Loan' } },
    { body: { ...patient, customTag: 'Loan' } },
  ],
  addLocationTag: () => [{ body: { ...patient, LocationTag: { Provider: 'acme', TagId: 'PT-SECRET-TAG' } } }],
  removeLocationTag: () => ({ body: { ...patient, Provider: 'acme', TagId: 'PT-SECRET-TAG' } }),
  assetsList: () => ({ body: { projection: ['Fields'] } }),
  nearbyPumps: () => ({
    body: { items: [{ metaData: { ...patient, SurroundingAsset: 'Equipment' } }] },
  }),
  movementVsTime: () => ({ body: { subject: 'Patient' } }),
  saveHomeLocation: () => ({ body: { ...patient, level: 'Site' } }),
  toggleAssetStatus: () => ({ body: { key: 'Patient:PT-SECRET', flag: true } }),
  getLocationHistory: () => [
    { body: { assetId: 'PT-SECRET' } },
    { body: { assetId: 'PT-SECRET', assetType: 'Patient' } },
  ],
  deviceStatusHistory: () => [
    { body: { deviceId: 'PT-SECRET' } },
    { body: { deviceId: 'PT-SECRET', assetType: 'Patient' } },
  ],
  getVisits: () => [
    { body: { assetId: 'PT-SECRET' } },
    { body: { assetId: 'PT-SECRET', assetType: 'Patient' } },
  ],
  getTrail: () => [
    { body: { assetId: 'PT-SECRET' } },
    { body: { assetId: 'PT-SECRET', assetType: 'Patient' } },
  ],
  nearestAssets: () => ({ body: { category: 'Pump', start: { place: 'room' } } }),
  nearestRoute: () => ({ body: { assetId: 'E-1', start: { place: 'room' } } }),
  deviceStateStretches: () => [
    { body: { assetId: 'PT-SECRET' } },
    { body: { assetId: 'PT-SECRET', assetType: 'Patient' } },
  ],
  getfilterMap: () => [{ body: {} }, { body: hiddenPatient }],
  mapsPointer: () => [
    { body: hiddenPatient },
    { body: { AssetType: 'Equipment', 'CurrentLocation.mapId': 'shared' } },
  ],
  mapsPointerAllAssets: () => [
    { body: { 'CurrentLocation.mapId': 'zebulon' } },
    { body: { 'CurrentLocation.mapId': 'shared' } },
  ],
  reportFilterFields: () => ({ params: { page: 'devices' } }),
  describeReport: () => ({ params: { page: 'all-assets-map-view' } }),
  readReport: () => [
    { params: { page: 'all-assets-map-view' }, body: {} },
    { params: { page: 'all-assets-map-view' }, body: hiddenPatient },
    { params: { page: 'mednet-alarm' }, body: {} },
    { params: { page: 'fence-status' }, body: {} },
  ],
  getAlertReport: () => [{ body: {} }, { body: hiddenPatient }],
  getAlarmReport: () => [{ body: {} }, { body: { subject: 'Patient' } }],
  pumpMovement: () => ({ body: { subject: 'Patient' } }),
  deviceProperties: () => ({ body: { subject: 'Patient' } }),
  reportTableData: () => ({ body: { Ids: ['PT-SECRET'], type: 'Patient' } }),
  geofences: () => ({}),
  geofencesOfMap: () => [{ params: { mapId: 'zebulon' } }, { params: { mapId: 'shared' } }],
  geofenceAlerts: () => [
    { query: {} },
    { query: { filterData: 'zebulon' } },
    { query: { filterData: 'pump' } },
  ],
  searchLocations: () => [{ body: { text: 'zebulon' } }, { body: { text: 'pt-secret' } }],
  geofenceAlert: ({ alert, equipmentAlert }) => [
    { params: { id: alert } },
    { params: { id: equipmentAlert } },
  ],
  addGeofence: () => ({ body: { ...fenceForPatients, Name: 'Another' } }),
  exportGeofences: () => [{ body: { MapId: 'zebulon' } }, { body: {} }],
  importGeofences: () => ({ body: { MapId: 'zebulon', file: fenceFileForPatients } }),
  changeGeofence: ({ fence }) => ({ params: { id: fence }, body: fenceForPatients }),
  acknowledgeGeofenceAlert: ({ alert }) => ({ params: { id: alert }, body: {} }),
  resolveGeofenceAlert: ({ alert }) => ({ params: { id: alert }, body: {} }),
  undoBulkStatus: ({ statusJob }) => ({ body: { job: statusJob } }),
  updateFilter: ({ filter }) => ({ params: { filterId: filter }, body: { showMe: true } }),
  deleteFilter: ({ filter }) => ({ params: { filterId: filter } }),
  deleteGeofence: ({ fence }) => ({ params: { id: fence } }),
  setRule: () => ({ body: { Patient: { ruleName: 'Zebulon', ruleCondition: { AssetId: 'PT-SECRET' } } } }),
  getRule: () => ({}),
  removeRule: () => ({ body: { AssetType: 'Patient', ruleName: 'Zebulon' } }),
  getAllCustomReports: () => ({}),
  getCustomReportById: ({ report }) => ({ params: { reportId: report } }),
  createCustomReport: () => ({ body: reportOnPatients }),
  editCustomReportById: ({ report }) => ({ params: { reportId: report }, body: reportOnPatients }),
  previewCustomReport: () => ({ body: { Subject: 'Patient', Fields: ['AssetName', 'Status'] } }),
  customReportPointers: ({ heatReport }) => ({
    params: { reportId: heatReport },
    body: { 'CurrentLocation.mapId': 'shared' },
  }),
  deleteCustomReportById: ({ report }) => ({ params: { id: report } }),
  countAssets: () => ({ body: { by: 'BatteryLevel' } }),
  createNotificationRule: () => ({ body: ruleForPatients }),
  getNotificationRules: () => ({ query: {} }),
  notificationRule: ({ rule }) => ({ params: { id: rule } }),
  changeNotificationRule: ({ rule }) => ({ params: { id: rule }, body: { Name: 'Zebulon again' } }),
  deleteNotificationRule: ({ rule }) => ({ params: { id: rule } }),
  notifications: () => [{ query: {} }, { query: { unread: '1' } }],
  readNotification: ({ notification }) => ({ params: { id: notification } }),
  readAllNotifications: () => ({}),
  apiDeadLetters: () => ({ query: {} }),
  locationDeadLetters: () => ({ query: {} }),
  statusDeadLetters: () => ({ query: {} }),
  apiDeadLetter: ({ letters }) => letters.api.map((id) => ({ params: { id } })),
  locationDeadLetter: ({ letters }) => letters.location.map((id) => ({ params: { id } })),
  statusDeadLetter: ({ letters }) => letters.status.map((id) => ({ params: { id } })),
  previewLocations: () => preview('mapId'),
  previewDeviceStatus: () => preview('DeviceStatus'),
  apiReplay: ({ letters }) => ({ body: { ids: letters.api } }),
  locationReplay: ({ letters }) => ({ body: { ids: letters.location } }),
  statusReplay: ({ letters }) => ({ body: { ids: letters.status } }),
  apiMendDeadLetter: ({ letters }) =>
    letters.api.map((id) => ({ params: { id }, body: { item: { ...patient, AssetName: 'Zebulon' } } })),
  locationMendDeadLetter: ({ letters }) =>
    letters.location.map((id) => ({
      params: { id },
      body: { item: { ...patient, mapId: 'zebulon', x: 1, y: 1 } },
    })),
  statusMendDeadLetter: ({ letters }) =>
    letters.status.map((id) => ({
      params: { id },
      body: { item: { ...patient, DeviceStatus: 'comm-status-online' } },
    })),
}
/** Calls that share the handler of apiReplay; errors of these items contain only texts of the contract. */
export const NOTHING_TO_HIDE: readonly CallName[] = [
  'locationReplay',
  'statusReplay',
  // Looks up no asset: the result contains only the input.
  'previewLocations',
  'previewDeviceStatus',
  // Calls that only read equipment, whoever asks.
  'nearestAssets',
  'nearestRoute',
  'countAssets',
  // Always answers that nothing is left to read.
  'readAllNotifications',
]
/** Pages that show the fields of patients for configuration; field names are no patient data. */
export const CONFIGURING = ['metadata-mappings', 'encryption-setting']
