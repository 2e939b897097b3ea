import type { ComponentType } from 'react'
import type { TextNamespace } from '../lib/i18n/resources.ts'

/** Module of a page, loaded when its address opens. */
export type PageModule = { readonly Page: ComponentType }

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

type Load = ConsoleRoute['load']

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

const built: Readonly<Record<string, Load>> = {
  dashboard: () => import('../pages/dashboard/dashboard.page.tsx'),
  devices: () => import('../pages/devices/devices.page.tsx'),
  'devices/nearest': () => import('../pages/nearest/nearest.page.tsx'),
  'hierarchy-list-two/place-code': () => import('../pages/place-code/place-code.page.tsx'),
  assetlist: () => import('../pages/assetlist/assetlist.page.tsx'),
  'device-detail': () => import('../pages/asset-detail/device-detail.page.tsx'),
  'asset-detail': () => import('../pages/asset-detail/asset-detail.page.tsx'),
  'geofence-alerts': () => import('../pages/geofence-alerts/geofence-alerts.page.tsx'),
  'geofence-alert': () => import('../pages/geofence-alert/geofence-alert.page.tsx'),
  'admin-config': () => import('../pages/admin-config/admin-config.page.tsx'),
  'privilege-settings': () => import('../pages/privilege-settings/privilege-settings.page.tsx'),
  'admin-config/first-run': () => import('../pages/first-run/first-run.page.tsx'),
  'encryption-setting': () => import('../pages/encryption-setting/encryption-setting.page.tsx'),
  'scaling-option': () => import('../pages/scaling-option/scaling-option.page.tsx'),
  'device-import': () => import('../pages/device-import/device-import.page.tsx'),
  'custom-tags': () => import('../pages/custom-tags/custom-tags.page.tsx'),
  'error-logs': () => import('../pages/error-logs/error-logs.page.tsx'),
  'admin-config/audit': () => import('../pages/audit/audit.page.tsx'),
  'admin-config/storage': () => import('../pages/storage/storage.page.tsx'),
  'metadata-mappings': () => import('../pages/metadata-mappings/metadata-mappings.page.tsx'),
  'mirth-settings': () => import('../pages/mirth-settings/mirth-settings.page.tsx'),
  'provider-settings': () => import('../pages/provider-settings/provider-settings.page.tsx'),
  profile: () => import('../pages/profile/profile.page.tsx'),
  'map-import': () => import('../pages/map-import/map-import.page.tsx'),
  'view-map': () => import('../pages/view-map/view-map.page.tsx'),
  'ls-notify-rules': () => import('../pages/ls-notify-rules/ls-notify-rules.page.tsx'),
  'add-ls-notify-rule': () => import('../pages/add-ls-notify-rule/add-ls-notify-rule.page.tsx'),
  'mednet-param': () => import('../pages/mednet-param/mednet-param.page.tsx'),
  geofencing: () => import('../pages/geofencing/geofencing.page.tsx'),
  geofencelist: () => import('../pages/geofencelist/geofencelist.page.tsx'),
  'map-marking': () => import('../pages/map-marking/map-marking.page.tsx'),
  'hierarchy-list-two': () => import('../pages/hierarchy-list-two/hierarchy-list-two.page.tsx'),
  'report/status-vs-time': () => import('../pages/status-vs-time/status-vs-time.page.tsx'),
  'report/pump-movement': () => import('../pages/pump-movement/pump-movement.page.tsx'),
  'report/nearby-pump': () => import('../pages/nearby-pump/nearby-pump.page.tsx'),
  'report/rtls-alert': () => import('../pages/rtls-alert/rtls-alert.page.tsx'),
  'report/rtls-alarm': () => import('../pages/rtls-alarm/rtls-alarm.page.tsx'),
  'report/mednet-alarm': () => import('../pages/mednet-alarm/mednet-alarm.page.tsx'),
  'report/movement-vs-time': () => import('../pages/movement-vs-time/movement-vs-time.page.tsx'),
  'report/fence-status': () => import('../pages/fence-status/fence-status.page.tsx'),
  'report/battery-heat': () => import('../pages/battery-heat/battery-heat.page.tsx'),
  'report/wifi-heat': () => import('../pages/wifi-heat/wifi-heat.page.tsx'),
  'custom-report': () => import('../pages/custom-report/custom-report.page.tsx'),
  'heat-map-report': () => import('../pages/heat-map-report/heat-map-report.page.tsx'),
  'generate-report': () => import('../pages/generate-report/generate-report.page.tsx'),
  'generate-report-form': () => import('../pages/generate-report-form/generate-report-form.page.tsx'),
  'report/schedules': () => import('../pages/report-schedules/report-schedules.page.tsx'),
  'report/unmoved': () => import('../pages/unmoved/unmoved.page.tsx'),
  'report/not-seen': () => import('../pages/not-seen/not-seen.page.tsx'),
  'report/utilisation': () => import('../pages/utilisation/utilisation.page.tsx'),
  'report/par-levels': () => import('../pages/par-levels/par-levels.page.tsx'),
  'report/balancing': () => import('../pages/balancing/balancing.page.tsx'),
  'par-settings': () => import('../pages/par-settings/par-settings.page.tsx'),
  'report/dwell': () => import('../pages/dwell/dwell.page.tsx'),
  'report/cleaning': () => import('../pages/cleaning-rounds/cleaning-rounds.page.tsx'),
  'report/all-assets-map-view': () => import('../pages/all-assets-map-view/all-assets-map-view.page.tsx'),
}

const page = (path: string, traits: Partial<ConsoleRoute> = {}): ConsoleRoute => {
  const fixed = path.split('/').filter((segment) => !segment.startsWith(':'))
  const name = fixed.join('/')
  const load = traits.load ?? built[name]
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
const bare = (path: string, load: Load): ConsoleRoute => page(path, { guarded: false, frame: 'bare', load })

const denied: Load = () => import('../pages/plain/access-denied.page.tsx')
const unsupported: Load = () => import('../pages/plain/not-supported.page.tsx')

/**
 * Every address of both specifications, except the empty one, which redirects to login. account-setup is an addition.
 */
export const ROUTES: readonly ConsoleRoute[] = [
  bare('login', () => import('../pages/login/login.page.tsx')),
  bare('create', () => import('../pages/login/create.page.tsx')),
  bare('account-setup', () => import('../pages/account-setup/account-setup.page.tsx')),
  bare('no-credentials', () => import('../pages/plain/no-credentials.page.tsx')),
  bare('not_support', unsupported),
  bare('not-support', unsupported),
  page('access-denied', { guarded: false, load: denied }),
  page('accessdenied', { guarded: false, load: denied }),
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
