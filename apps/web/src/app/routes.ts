import type { TextNamespace } from '../lib/i18n/resources.ts'
import { PAGES, type PageModule } from './pages.ts'

/** One address of the console. */
export interface ConsoleRoute {
  /** Path in the specification's notation, without the leading slash; `:name` is a parameter. */
  readonly path: string
  /** Page name that privileges grant and the guard checks. */
  readonly page: string
  /** Guarded pages need a session and an allowed route, or only a session. Other pages open for everyone. */
  readonly guarded: boolean | 'session'
  /**
   * Set for pages with printed links: after signing in, the page opens even if another user's session ended before.
   */
  readonly keptForSignIn?: true
  /** `bare` pages never show menu, header and footer. */
  readonly frame: 'shell' | 'bare'
  /** Key in the language file: the last static segment. */
  readonly titleKey: string
  /** Returns true if the parameters of the address name an existing record to edit, which changes the title. */
  readonly isEdit?: (parameters: URLSearchParams) => boolean
  /** Texts that the page needs besides those of the frame. */
  readonly texts: readonly TextNamespace[]
  readonly load: () => Promise<PageModule>
}

/** Texts by page; `npm run check` compares them with the texts that pages use. */
const texts: Readonly<Record<string, readonly TextNamespace[]>> = {
  login: ['login'],
  dashboard: [
    'dashboard',
    'patient-data-grants',
    'nearest',
    'setup',
    'reports',
    'custom-reports',
    'analyses',
    'par-levels',
  ],
  'mirth-settings': ['mirth', 'mail'],
  'privilege-settings': ['privileges', 'setup', 'add-place'],
  'admin-config/first-run': ['setup', 'privileges', 'add-place'],
  profile: ['profile', 'account', 'setup'],
  'account-setup': ['account'],
  'no-credentials': ['login'],
  'admin-config': ['people', 'patient-data-grants', 'ingest-keys', 'mail', 'setup'],
  'encryption-setting': ['encryption'],
  'scaling-option': ['scaling'],
  'custom-tags': ['custom-tags'],
  'error-logs': ['error-logs'],
  'device-import': ['data-import'],
  'admin-config/audit': ['audit'],
  'admin-config/storage': ['storage'],
  'metadata-mappings': ['metadata-mapping'],
  'map-import': ['map-import', 'map-canvas', 'setup'],
  'view-map': ['map-overview', 'geofences', 'map-canvas', 'monitors'],
  'map-marking': ['map-canvas', 'monitors', 'lane-editor'],
  'hierarchy-list-two': ['hierarchy', 'add-place'],
  devices: ['devices', 'asset-filters', 'live-map', 'map-canvas'],
  'devices/nearest': ['nearest', 'map-canvas'],
  'hierarchy-list-two/place-code': ['place-code'],
  assetlist: ['asset-list', 'asset-filters'],
  'device-detail': ['asset-detail', 'asset-location', 'home-location', 'map-canvas'],
  'asset-detail': ['asset-detail', 'asset-location', 'home-location', 'map-canvas'],
  'geofence-alerts': ['alerts'],
  'provider-settings': ['providers'],
  'geofence-alert': ['alerts', 'map-canvas'],
  'ls-notify-rules': ['notification-rules', 'rule-list'],
  'add-ls-notify-rule': ['notification-rules', 'mail'],
  'mednet-param': ['asset-rules', 'rule-list'],
  geofencing: ['geofence-editor', 'geofences', 'fence-files', 'map-canvas'],
  geofencelist: ['geofence-list', 'geofences', 'fence-files'],
  'report/status-vs-time': ['reports', 'asset-filters'],
  'report/pump-movement': ['reports', 'asset-filters'],
  'report/nearby-pump': ['reports', 'asset-filters'],
  'report/rtls-alert': ['reports', 'asset-filters'],
  'report/rtls-alarm': ['reports', 'asset-filters'],
  'report/mednet-alarm': ['reports', 'asset-filters'],
  'report/movement-vs-time': ['reports', 'asset-filters'],
  'report/fence-status': ['reports', 'asset-filters'],
  'report/battery-heat': ['reports', 'asset-filters', 'live-map', 'map-canvas'],
  'report/wifi-heat': ['reports', 'asset-filters', 'live-map', 'map-canvas'],
  'report/schedules': ['report-schedules', 'mail'],
  'report/unmoved': ['reports', 'analyses', 'asset-filters'],
  'report/not-seen': ['reports', 'analyses', 'asset-filters'],
  'report/utilisation': ['reports', 'analyses', 'asset-filters'],
  'report/dwell': ['reports', 'analyses', 'asset-filters'],
  'report/cleaning': ['reports', 'analyses', 'asset-filters'],
  'report/par-levels': ['reports', 'par-levels', 'asset-filters'],
  'report/balancing': ['reports', 'par-levels', 'asset-filters'],
  'par-settings': ['par-settings'],
  'generate-report': ['custom-reports'],
  'generate-report-form': ['custom-reports', 'map-canvas'],
  'custom-report': ['custom-reports', 'reports', 'asset-filters', 'map-canvas'],
  'heat-map-report': ['custom-reports', 'reports', 'asset-filters', 'map-canvas'],
  'report/all-assets-map-view': ['asset-filters', 'live-map', 'map-canvas'],
}

const page = (path: string, traits: Partial<ConsoleRoute> = {}): ConsoleRoute => {
  const fixed = path.split('/').filter((segment) => !segment.startsWith(':'))
  const name = fixed.join('/')
  const load = PAGES[name]
  if (!load) throw new Error(`the page ${name} has no module`)
  return {
    path,
    page: name,
    guarded: true,
    frame: 'shell',
    titleKey: fixed.at(-1) ?? '',
    texts: texts[name] ?? [],
    ...traits,
    load,
  }
}
const open = (path: string): ConsoleRoute => page(path, { guarded: 'session' })
const bare = (path: string): ConsoleRoute => page(path, { guarded: false, frame: 'bare' })

/**
 * Every address of both specifications, except the empty one, which redirects to login. account-setup is an addition.
 */
export const ROUTES: readonly ConsoleRoute[] = [
  bare('login'),
  bare('create'),
  bare('account-setup'),
  bare('no-credentials'),
  bare('not_support'),
  bare('not-support'),
  page('access-denied', { guarded: false }),
  page('accessdenied', { guarded: false }),
  open('profile'),

  page('dashboard'),
  page('devices'),
  page('devices/nearest', { keptForSignIn: true }),
  page('device-detail/:deviceId'),
  page('asset-detail'),
  page('device-import'),
  page('error-logs'),
  open('assetlist'),
  open('custom-tags'),
  page('ls-notify-rules'),
  page('add-ls-notify-rule', { isEdit: (parameters) => parameters.has('rule') }),

  page('hierarchy-list-two'),
  page('hierarchy-list-two/place-code/:hierarchyId', { frame: 'bare' }),
  page('map-import/:hierarchyId'),
  page('view-map/:hierarchyId'),
  page('geofencing/:mapId'),
  open('map-marking/:mapId'),
  page('geofencelist'),
  page('geofence-alerts'),
  page('geofence-alert/:alertId'),

  page('metadata-mappings'),
  page('mirth-settings'),
  page('privilege-settings'),
  page('provider-settings/:provider'),
  page('par-settings'),
  page('scaling-option'),
  page('encryption-setting'),
  page('mednet-param'),
  page('admin-config'),
  page('admin-config/first-run', { page: 'admin-config' }),
  page('admin-config/audit', { page: 'admin-config' }),
  page('admin-config/storage', { page: 'admin-config' }),

  page('report/status-vs-time'),
  page('report/pump-movement'),
  page('report/movement-vs-time'),
  page('report/nearby-pump'),
  page('report/rtls-alert'),
  page('report/rtls-alarm'),
  page('report/mednet-alarm'),
  page('report/fence-status'),
  page('report/battery-heat'),
  page('report/wifi-heat'),
  page('report/all-assets-map-view'),
  page('report/schedules', { page: 'report' }),
  page('report/unmoved'),
  page('report/not-seen'),
  page('report/utilisation'),
  page('report/dwell'),
  page('report/cleaning'),
  page('report/par-levels'),
  page('report/balancing'),
  page('custom-report/:reportId'),
  page('heat-map-report/:reportId'),
  page('generate-report'),
  page('generate-report-form'),
  page('generate-report-form/:reportId', { isEdit: () => true }),
]

/** Returns the route of a path without its matrix parameters; undefined for an unknown address. */
export function routeOf(pathname: string): ConsoleRoute | undefined {
  const segments = pathname
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map((segment) => segment.split(';', 1)[0] ?? '')
  return ROUTES.find(({ path }) => {
    const wanted = path.split('/')
    return (
      wanted.length === segments.length &&
      wanted.every((part, index) =>
        part.startsWith(':') ? segments[index] !== '' : part === segments[index],
      )
    )
  })
}
