/**
 * Page names, and the sets of pages that allow calls. The browser's guard and the server's check use the same values.
 */
const DASHBOARD = ['devices', 'dashboard'] as const
const ASSET_DETAIL = ['asset-detail', 'device-detail'] as const
const REPORT = [
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
  'report/all-assets-map-view',
  'report/unmoved',
  'report/not-seen',
  'report/utilisation',
  'report/dwell',
  'report/cleaning',
  'report/par-levels',
  'report/balancing',
] as const
const CUSTOM_REPORT = ['custom-report', 'heat-map-report'] as const
const GENERATE_REPORT = ['generate-report', 'generate-report-form'] as const
const HIERARCHY = ['hierarchy-list-two', 'view-map', 'map-import', 'map-marking', 'geofencing'] as const
const FENCE = ['geofencing', 'geofencelist', 'view-map'] as const
const ALERT = ['geofence-alerts', 'geofence-alert'] as const
const NOTIFICATION_RULES = ['ls-notify-rules', 'add-ls-notify-rule'] as const
const METADATA = ['metadata-mappings', 'mednet-param'] as const

/** Sets of pages by name. */
export const PAGE_SETS = {
  DASHBOARD,
  ASSET_DETAIL,
  REPORT,
  CUSTOM_REPORT,
  GENERATE_REPORT,
  ASSETS: [...DASHBOARD, ...ASSET_DETAIL, ...REPORT, ...CUSTOM_REPORT, 'assetlist'],
  HIERARCHY,
  FENCE,
  ALERT,
  NOTIFICATION_RULES,
  METADATA,
} as const

/** All pages that a privilege can grant. */
export const PAGES: readonly string[] = [
  ...new Set([
    ...PAGE_SETS.ASSETS,
    ...GENERATE_REPORT,
    ...HIERARCHY,
    ...FENCE,
    ...ALERT,
    ...NOTIFICATION_RULES,
    ...METADATA,
    'device-import',
    'error-logs',
    'custom-tags',
    'mirth-settings',
    'privilege-settings',
    'provider-settings',
    'par-settings',
    'scaling-option',
    'encryption-setting',
    'admin-config',
    'profile',
  ]),
]

/** Pages that need neither a privilege nor a session. */
export const OPEN_PAGES: readonly string[] = [
  'login',
  'access-denied',
  'accessdenied',
  'no-credentials',
  'not_support',
  'not-support',
]

const barePath = (route: string): string => {
  const path = route.startsWith('/') ? route.slice(1) : route
  return path.split(/[;?]/, 1)[0] ?? ''
}

/**
 * Returns the page of a route for saved filters, without the leading slash and parameters: a known page, or one
 * record of such a page. Undefined for any other route.
 */
export function filterPageOf(route: string): string | undefined {
  const path = barePath(route)
  return PAGES.some((page) => path === page || path.startsWith(`${page}/`)) ? path : undefined
}

/**
 * Returns the page of a client's route for the audit log, without the part after the page's name: that part may name a
 * patient. Returns undefined for an unknown page.
 */
export function knownPage(route: string): string | undefined {
  const path = barePath(route)
  const page = [...PAGES, ...OPEN_PAGES].find((name) => path === name || path.startsWith(`${name}/`))
  if (page === undefined) return undefined
  return route.startsWith('/') ? `/${page}` : page
}

/**
 * Returns true if a list of routes allows a page: containment in either direction, without the leading slash and
 * without parameters.
 * @param allowedRoutes routes of the user's privileges, with or without a leading slash
 * @param page page name, or an address below it
 */
export function pageAllows(allowedRoutes: readonly string[], page: string): boolean {
  const wanted = barePath(page)
  if (wanted === '') return false
  return allowedRoutes.some((route) => {
    const entry = barePath(route)
    return entry !== '' && (entry.includes(wanted) || wanted.includes(entry))
  })
}
