import type { CallName } from '@wardtrack/contracts'

/**
 * Calls that change something, by the kind of data. `own` is what belongs to the person alone. Every other call reads.
 */
export const CHANGES = {
  own: [
    'logout',
    'changePassword',
    'savePreferences',
    'endOtherSessions',
    'endOwnSession',
    'startSecondFactor',
    'confirmSecondFactor',
    'renewRecoveryCodes',
    'removeSecondFactor',
    'createFilter',
    'deleteFilter',
    'updateFilter',
    'createReportSchedule',
    'editReportSchedule',
    'deleteReportSchedule',
    'runReportSchedule',
    'retryReportRun',
    'deleteReportFile',
    'saveDashboard',
    'resetDashboard',
    'readNotification',
    'readAllNotifications',
  ],
  accounts: [
    'createUser',
    'changeUser',
    'setUserPassword',
    'endUserSessions',
    'resetSecondFactor',
    'acknowledgePatientDataGrant',
    'dismissPasswordRequest',
  ],
  privileges: ['addPrivilege', 'addRoutes', 'removeRoutes', 'changePrivilege', 'deletePrivilege'],
  installation: [
    'saveDefaultDashboard',
    'resetDefaultDashboard',
    'skipSetupStep',
    'acknowledgeAuditAlarm',
    'testMail',
    'repeatRuleDelivery',
  ],
  keys: ['createKey', 'rotateKey', 'removeKey'],
  'refused items': [
    'apiReplay',
    'locationReplay',
    'statusReplay',
    'apiReplayAll',
    'locationReplayAll',
    'statusReplayAll',
    'apiMendDeadLetter',
    'locationMendDeadLetter',
    'statusMendDeadLetter',
  ],
  providers: ['saveProviderFormat', 'removeProviderFormat'],
  encryption: ['saveEncryptionConfig', 'updateEncryptionConfig', 'rotateEncryptionKey', 'removePlainBackup'],
  deliveries: ['testMirthAddress', 'pauseMirthAddress', 'makeMirthSecret', 'startMirthRedelivery'],
  'notification rules': [
    'createNotificationRule',
    'changeNotificationRule',
    'deleteNotificationRule',
    'testRuleWebhook',
    'makeRuleWebhookSecret',
  ],
  'asset rules': ['setRule', 'removeRule'],
  assets: [
    'saveHomeLocation',
    'addAssetMapping',
    'removeAssetMapping',
    'addCustomTag',
    'removeCustomTag',
    'addLocationTag',
    'removeLocationTag',
  ],
  'status of assets': ['toggleAssetStatus', 'changeBulkStatus', 'undoBulkStatus'],
  claims: ['claimAsset', 'releaseAsset', 'reportAssetMissing', 'withdrawMissingReport'],
  'custom tags': ['createCustomTag', 'deleteCustomTag'],
  'shared reports': ['createCustomReport', 'editCustomReportById', 'deleteCustomReportById'],
  metadata: [
    'updateMetaDataMapping',
    'saveNewMetaDataMapping',
    'removeMetaDataMapping',
    'uploadMetaDataFiles',
    'deleteAliasImage',
  ],
  imports: [
    'importCsv',
    'importTagToAsset',
    'importMetaDataMapping',
    'uploadImport',
    'rereadImport',
    'startImport',
    'discardImport',
  ],
  places: ['modifyRtlsHierarchy', 'addPlace'],
  maps: ['uploadMap'],
  'marked maps': ['saveHierarchies', 'removeMarkedMonitor', 'saveMapLanes'],
  'new geofences': ['addGeofence', 'importGeofences'],
  'changed geofences': ['changeGeofence'],
  'deleted geofences': ['deleteGeofence'],
  alerts: ['acknowledgeGeofenceAlert', 'resolveGeofenceAlert'],
  'par levels': ['saveParLevel', 'removeParLevel'],
  jobs: ['cancelJob'],
} as const satisfies Record<string, readonly CallName[]>

/** A kind of data that calls change; settings are named by type and name. */
export type Change =
  | keyof typeof CHANGES
  | 'Mirth/Mirth'
  | 'Provider/acme'
  | 'Geofence/Geofence'
  | 'Geofence/Engine'
  | 'Location/Titles'
  | 'Security/SecondFactor'
  | 'Security/OneTimePassword'
  | 'Retention/Retention'
  | 'Retention/Audit'
  | 'Mail/Mail'
  | 'Hospital/Hospital'
  | 'Scale/kafka'
  | 'Scale/redis'

/** Settings, each with a page that writes it. */
export const SETTINGS: readonly Change[] = [
  'Mirth/Mirth',
  'Provider/acme',
  'Geofence/Geofence',
  'Geofence/Engine',
  'Location/Titles',
  'Security/SecondFactor',
  'Security/OneTimePassword',
  'Retention/Retention',
  'Retention/Audit',
  'Mail/Mail',
  'Hospital/Hospital',
  'Scale/kafka',
  'Scale/redis',
]

const GEOFENCES: readonly Change[] = ['new geofences', 'changed geofences']

/** Changes that the holder of one page can make, besides own things. A page that is not named here only reads. */
export const REACH: Readonly<Record<string, readonly Change[]>> = {
  'privilege-settings': ['privileges'],
  'admin-config': [
    'accounts',
    'installation',
    'keys',
    'refused items',
    'jobs',
    'Security/SecondFactor',
    'Security/OneTimePassword',
    'Retention/Retention',
    'Retention/Audit',
    'Mail/Mail',
    'Hospital/Hospital',
  ],
  'provider-settings': ['providers', 'keys', 'refused items', 'jobs', 'Provider/acme'],
  'encryption-setting': ['encryption', 'jobs'],
  'mirth-settings': ['deliveries', 'jobs', 'Mirth/Mirth'],
  'ls-notify-rules': ['notification rules'],
  'add-ls-notify-rule': ['notification rules'],
  'metadata-mappings': ['metadata', 'asset rules'],
  'mednet-param': ['asset rules'],
  'custom-tags': ['custom tags'],
  'device-import': ['imports', 'jobs'],
  assetlist: ['status of assets', 'jobs'],
  'asset-detail': ['assets', 'asset rules', 'claims'],
  'device-detail': ['assets', 'asset rules', 'claims'],
  devices: ['claims'],
  dashboard: ['claims'],
  'hierarchy-list-two': ['places', 'jobs', 'Location/Titles'],
  'map-import': ['maps'],
  'map-marking': ['marked maps'],
  geofencing: [...GEOFENCES, 'Geofence/Geofence', 'Geofence/Engine'],
  geofencelist: ['changed geofences', 'deleted geofences'],
  'geofence-alerts': ['alerts'],
  'geofence-alert': ['alerts'],
  'par-settings': ['par levels'],
  'scaling-option': ['Scale/kafka', 'Scale/redis'],
  'generate-report': ['shared reports'],
  'generate-report-form': ['shared reports'],
}
