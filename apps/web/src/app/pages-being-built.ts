/**
 * Pages that have an address and no content yet. They open inside the shell with a plain sentence and a way on, and
 * the menu leaves them out. A page that is built is taken off this list and gets its view in `routes.ts`.
 */
export const PAGES_BEING_BUILT: readonly string[] = [
  'device-import',
  'error-logs',
  'assetlist',
  'custom-tags',
  'ls-notify-rules',
  'add-ls-notify-rule',
  'metadata-mappings',
  'mirth-settings',
  'privilege-settings',
  'provider-settings',
  'scaling-option',
  'encryption-setting',
  'mednet-param',
  'admin-config',
  'report/status-vs-time',
  'report/pump-movement',
  'report/movement-vs-time',
  'report/nearby-pump',
  'report/rtls-alert',
  'report/rtls-alarm',
  'report/mednet-alarm',
  'report/fence-status',
  'report/battery-heat',
  'report/wifi-heat',
  'custom-report',
  'heat-map-report',
  'generate-report',
  'generate-report-form',
]

/** Whether a page is still being built. */
export const isBeingBuilt = (page: string): boolean => PAGES_BEING_BUILT.includes(page)
