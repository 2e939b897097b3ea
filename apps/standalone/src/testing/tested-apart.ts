import type { CallName } from '@wardtrack/contracts'

/**
 * Calls under the patient rule that have no request in `patient-requests.ts`. The test of the rule covers answers
 * that are not JSON and the filters of one person. The other calls are tested with their features: the audit log
 * names assets by internal ids, and the backup contains everything or nothing. Imports return their own input. Claims
 * and reports can be made only once. Deliveries of rules need a receiver, and snapshots need past moments. Dashboards
 * name reports by their ids.
 */
export const TESTED_APART: readonly CallName[] = [
  'live',
  'exportCsv',
  'exportXlsx',
  'exportPdf',
  'listReportSchedules',
  'createReportSchedule',
  'editReportSchedule',
  'deleteReportSchedule',
  'runReportSchedule',
  'listReportRuns',
  'retryReportRun',
  'downloadReportFile',
  'deleteReportFile',
  'checkGeofenceFile',
  'getStatusVsTimeReport',
  'getStatusVsTimeAssets',
  'listAudit',
  'exportAudit',
  'downloadBackup',
  'countMetaDataMapping',
  'getFiltersForUser',
  'createFilter',
  'changeBulkStatus',
  'importCsv',
  'importTagToAsset',
  'uploadImport',
  'listImports',
  'readImport',
  'rereadImport',
  'startImport',
  'discardImport',
  'listImportErrors',
  'exportImportErrors',
  'importTemplate',
  'claimAsset',
  'releaseAsset',
  'reportAssetMissing',
  'withdrawMissingReport',
  'getDashboard',
  'saveDashboard',
  'resetDashboard',
  'saveDefaultDashboard',
  'resetDefaultDashboard',
  'ruleDeliveries',
  'repeatRuleDelivery',
  'testRuleWebhook',
  'makeRuleWebhookSecret',
]
