/**
 * Page names, and the page sets that open the calls. Plain values: the browser's guard and the server's check read the
 * same lists.
 */
const DASH = ['devices', 'dashboard'] as const
const DETAIL = ['asset-detail', 'device-detail'] as const
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
] as const
const CUSTOM = ['custom-report', 'heat-map-report'] as const
const GEN = ['generate-report', 'generate-report-form'] as const
const HIER = ['hierarchy-list-two', 'view-map', 'map-import', 'map-marking', 'geofencing'] as const
const FENCE = ['geofencing', 'geofencelist', 'view-map'] as const
const ALERT = ['geofence-alerts', 'geofence-alert'] as const
const RULES = ['ls-notify-rules', 'add-ls-notify-rule'] as const
const META = ['metadata-mappings', 'mednet-param'] as const

/** The page sets by name. */
export const PAGE_SETS = {
  DASH,
  DETAIL,
  REPORT,
  CUSTOM,
  GEN,
  ASSETS: [...DASH, ...DETAIL, ...REPORT, ...CUSTOM, 'assetlist'],
  HIER,
  FENCE,
  ALERT,
  RULES,
  META,
} as const

/** Every page that a privilege can grant. */
export const PAGES: readonly string[] = [
  ...new Set([
    ...PAGE_SETS.ASSETS,
    ...GEN,
    ...HIER,
    ...FENCE,
    ...ALERT,
    ...RULES,
    ...META,
    'device-import',
    'error-logs',
    'custom-tags',
    'mirth-settings',
    'privilege-settings',
    'provider-settings',
    'scaling-option',
    'encryption-setting',
    'admin-config',
    'profile',
  ]),
]

/** Pages that need no privilege, and no session either. */
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
 * Whether a page is allowed by a list of routes: containment in either direction, without the leading slash and
 * without parameters.
 * @param allowedRoutes routes of the user's privileges, with or without a leading slash
 * @param page a page name, or an address below it
 */
export function pageAllows(allowedRoutes: readonly string[], page: string): boolean {
  const wanted = barePath(page)
  if (wanted === '') return false
  return allowedRoutes.some((route) => {
    const entry = barePath(route)
    return entry !== '' && (entry.includes(wanted) || wanted.includes(entry))
  })
}
