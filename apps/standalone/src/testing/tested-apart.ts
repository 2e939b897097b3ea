import type { CallName } from '@wardtrack/contracts'

/**
 * Calls under the patient rule that have no request in `patient-requests.ts`: in the test of the rule itself what is no JSON and the filters of one person, with their feature the audit log, which
 * names assets by internal ids, the backup, which is all or nothing, the imports, which bring what they answer, claims
 * and reports, which are made once, what rules send, for which something has to receive it, states of moments that have
 * passed, and dashboards, which name reports by their ids.
 */
export const TESTED_APART: readonly CallName[] = [
  'live',
  'exportCsv',
  'exportXlsx',
  'exportPdf',
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
