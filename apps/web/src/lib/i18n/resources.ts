import type { messages } from '@wardtrack/contracts/messages'
import type account from '../../locales/en-GB/account.json'
import type addPlace from '../../locales/en-GB/add-place.json'
import type alertNotices from '../../locales/en-GB/alert-notices.json'
import type alerts from '../../locales/en-GB/alerts.json'
import type analyses from '../../locales/en-GB/analyses.json'
import type assetDetail from '../../locales/en-GB/asset-detail.json'
import type assetFilters from '../../locales/en-GB/asset-filters.json'
import type assetList from '../../locales/en-GB/asset-list.json'
import type assetLocation from '../../locales/en-GB/asset-location.json'
import type assetRules from '../../locales/en-GB/asset-rules.json'
import type audit from '../../locales/en-GB/audit.json'
import type common from '../../locales/en-GB/common.json'
import type customReports from '../../locales/en-GB/custom-reports.json'
import type customTags from '../../locales/en-GB/custom-tags.json'
import type dashboard from '../../locales/en-GB/dashboard.json'
import type dataImport from '../../locales/en-GB/data-import.json'
import type devices from '../../locales/en-GB/devices.json'
import type encryption from '../../locales/en-GB/encryption.json'
import type errorLogs from '../../locales/en-GB/error-logs.json'
import type fenceFiles from '../../locales/en-GB/fence-files.json'
import type geofenceEditor from '../../locales/en-GB/geofence-editor.json'
import type geofenceList from '../../locales/en-GB/geofence-list.json'
import type geofences from '../../locales/en-GB/geofences.json'
import type hierarchy from '../../locales/en-GB/hierarchy.json'
import type homeLocation from '../../locales/en-GB/home-location.json'
import type ingestKeys from '../../locales/en-GB/ingest-keys.json'
import type laneEditor from '../../locales/en-GB/lane-editor.json'
import type liveMap from '../../locales/en-GB/live-map.json'
import type login from '../../locales/en-GB/login.json'
import type mail from '../../locales/en-GB/mail.json'
import type mapCanvas from '../../locales/en-GB/map-canvas.json'
import type mapImport from '../../locales/en-GB/map-import.json'
import type mapOverview from '../../locales/en-GB/map-overview.json'
import type metadataMapping from '../../locales/en-GB/metadata-mapping.json'
import type mirth from '../../locales/en-GB/mirth.json'
import type monitors from '../../locales/en-GB/monitors.json'
import type nearest from '../../locales/en-GB/nearest.json'
import type notificationRules from '../../locales/en-GB/notification-rules.json'
import type notifications from '../../locales/en-GB/notifications.json'
import type parLevels from '../../locales/en-GB/par-levels.json'
import type parSettings from '../../locales/en-GB/par-settings.json'
import type patientDataGrants from '../../locales/en-GB/patient-data-grants.json'
import type people from '../../locales/en-GB/people.json'
import type placeCode from '../../locales/en-GB/place-code.json'
import type plain from '../../locales/en-GB/plain.json'
import type privileges from '../../locales/en-GB/privileges.json'
import type profile from '../../locales/en-GB/profile.json'
import type providers from '../../locales/en-GB/providers.json'
import type reportSchedules from '../../locales/en-GB/report-schedules.json'
import type reports from '../../locales/en-GB/reports.json'
import type ruleList from '../../locales/en-GB/rule-list.json'
import type scaling from '../../locales/en-GB/scaling.json'
import type search from '../../locales/en-GB/search.json'
import type setup from '../../locales/en-GB/setup.json'
import type shell from '../../locales/en-GB/shell.json'
import type states from '../../locales/en-GB/states.json'
import type storage from '../../locales/en-GB/storage.json'

/**
 * Texts by namespace in en-GB, used to check keys. The exact messages of the contract are a separate en-GB resource.
 */
export interface Resources {
  readonly messages: typeof messages
  readonly account: typeof account
  readonly 'add-place': typeof addPlace
  readonly 'alert-notices': typeof alertNotices
  readonly alerts: typeof alerts
  readonly analyses: typeof analyses
  readonly 'asset-detail': typeof assetDetail
  readonly 'asset-filters': typeof assetFilters
  readonly 'asset-list': typeof assetList
  readonly 'asset-rules': typeof assetRules
  readonly 'asset-location': typeof assetLocation
  readonly audit: typeof audit
  readonly common: typeof common
  readonly 'custom-reports': typeof customReports
  readonly 'custom-tags': typeof customTags
  readonly dashboard: typeof dashboard
  readonly 'data-import': typeof dataImport
  readonly devices: typeof devices
  readonly 'error-logs': typeof errorLogs
  readonly 'fence-files': typeof fenceFiles
  readonly 'geofence-editor': typeof geofenceEditor
  readonly 'geofence-list': typeof geofenceList
  readonly geofences: typeof geofences
  readonly hierarchy: typeof hierarchy
  readonly 'home-location': typeof homeLocation
  readonly 'ingest-keys': typeof ingestKeys
  readonly 'lane-editor': typeof laneEditor
  readonly 'live-map': typeof liveMap
  readonly login: typeof login
  readonly 'map-canvas': typeof mapCanvas
  readonly 'map-import': typeof mapImport
  readonly 'map-overview': typeof mapOverview
  readonly 'metadata-mapping': typeof metadataMapping
  readonly mail: typeof mail
  readonly mirth: typeof mirth
  readonly monitors: typeof monitors
  readonly nearest: typeof nearest
  readonly 'notification-rules': typeof notificationRules
  readonly notifications: typeof notifications
  readonly 'par-levels': typeof parLevels
  readonly 'par-settings': typeof parSettings
  readonly 'patient-data-grants': typeof patientDataGrants
  readonly people: typeof people
  readonly 'place-code': typeof placeCode
  readonly plain: typeof plain
  readonly encryption: typeof encryption
  readonly privileges: typeof privileges
  readonly profile: typeof profile
  readonly 'report-schedules': typeof reportSchedules
  readonly reports: typeof reports
  readonly 'rule-list': typeof ruleList
  readonly scaling: typeof scaling
  readonly search: typeof search
  readonly setup: typeof setup
  readonly providers: typeof providers
  readonly shell: typeof shell
  readonly states: typeof states
  readonly storage: typeof storage
}

/** A file of texts: one for each page or feature. */
export type TextNamespace = keyof Resources

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'common'
    readonly enableSelector: false
    readonly resources: Resources
  }
}
