import { PAGE_SETS } from './pages.ts'

/** What an ingestion key may push. */
export const SCOPES = ['assets', 'associations', 'hierarchies', 'locations', 'device-status'] as const
/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number]

/** Who may make a call; calls.md, 'Who may call'. */
export type Access =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'pages'; pages: readonly string[] }
  | { kind: 'key'; scope: Scope }

/** The service that answers a call; `root` stands for a path without a base. */
export type Service = 'api' | 'location' | 'status' | 'root'

/** Address and access of one call, without its shapes, so that the browser can hold the table without zod. */
export type RouteSpec = {
  row: number
  service: Service
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** relative to the service's base; `{name}` is a parameter, `{+name}` one that may hold slashes */
  path: string
  access: Access
  /** whole paths under which the same call answers too */
  aliases?: readonly string[]
  /** the first account may make this call while the system is not configured */
  openUnconfigured?: true
}

const open: Access = { kind: 'public' }
const session: Access = { kind: 'session' }
const pages = (...sets: readonly (readonly string[])[]): Access => ({
  kind: 'pages',
  pages: [...new Set(sets.flat())],
})
const key = (scope: Scope): Access => ({ kind: 'key', scope })
const { ASSETS, DETAIL, HIER, FENCE, ALERT } = PAGE_SETS
const operators = pages(['admin-config', 'provider-settings'])
const privileges = pages(['privilege-settings'])

/**
 * Every call of the product by name: method and path stand here and nowhere else. `row` is its number in calls.md.
 */
export const routes = {
  verify: {
    row: 1,
    service: 'api',
    method: 'POST',
    path: '/user/verify',
    access: open,
    openUnconfigured: true,
  },
  isConfigured: {
    row: 2,
    service: 'api',
    method: 'GET',
    path: '/config/isConfigured',
    access: session,
    openUnconfigured: true,
    aliases: ['/api/api/config/isConfigured'],
  },
  patientDataAccess: {
    row: 3,
    service: 'api',
    method: 'GET',
    path: '/user/patientDataAccess',
    access: session,
    openUnconfigured: true,
  },
  getAllowedRoutes: {
    row: 4,
    service: 'api',
    method: 'GET',
    path: '/privilege/getAllowedRoutes',
    access: session,
    openUnconfigured: true,
  },
  logout: {
    row: 5,
    service: 'api',
    method: 'POST',
    path: '/user/logout',
    access: session,
    openUnconfigured: true,
  },
  changePassword: {
    row: 6,
    service: 'api',
    method: 'POST',
    path: '/user/changePassword',
    access: session,
    openUnconfigured: true,
  },

  assetGetById: { row: 8, service: 'api', method: 'GET', path: '/assets.getById', access: pages(DETAIL) },
  assetsFilter: { row: 9, service: 'api', method: 'POST', path: '/assets.filter', access: pages(ASSETS) },
  getFilterOption: {
    row: 10,
    service: 'api',
    method: 'GET',
    path: '/assets.getFilterOption',
    access: pages(ASSETS),
  },
  getMetaDataMapping: {
    row: 11,
    service: 'api',
    method: 'GET',
    path: '/asset.getMetaDataMapping',
    access: session,
  },
  getAssetMappingById: {
    row: 12,
    service: 'api',
    method: 'POST',
    path: '/asset.getAssetMappingById',
    access: pages(DETAIL),
  },
  assetsList: { row: 14, service: 'api', method: 'POST', path: '/assets.list', access: pages(['assetlist']) },
  saveHomeLocation: {
    row: 19,
    service: 'api',
    method: 'POST',
    path: '/asset.saveHomeLocation',
    access: pages(DETAIL),
  },
  getLocationHistory: {
    row: 24,
    service: 'location',
    method: 'POST',
    path: '/location.getLocationHistory',
    access: pages(DETAIL),
  },
  deviceStatusHistory: {
    row: 25,
    service: 'status',
    method: 'POST',
    path: '/deviceStatus.history',
    access: pages(DETAIL),
  },

  image: { row: 45, service: 'root', method: 'GET', path: '/var/uploads/images/{+path}', access: session },
  filesCount: {
    row: 52,
    service: 'api',
    method: 'GET',
    path: '/files/count',
    access: session,
    openUnconfigured: true,
  },
  filesList: { row: 53, service: 'api', method: 'GET', path: '/files/list', access: session },
  getMap: {
    row: 56,
    service: 'location',
    method: 'GET',
    path: '/location.getMap/{mapId}',
    access: pages(ASSETS, HIER, FENCE, ALERT),
  },
  uploadMap: {
    row: 58,
    service: 'location',
    method: 'POST',
    path: '/hierarchy/map.uploadMap',
    access: pages(['map-import']),
  },
  rtlsHierarchies: {
    row: 60,
    service: 'location',
    method: 'GET',
    path: '/hierarchy/rtlsHierarchies',
    access: pages(HIER),
  },
  getfilterMap: {
    row: 66,
    service: 'api',
    method: 'POST',
    path: '/assets.getfilterMap',
    access: pages(ASSETS),
  },
  mapsPointer: {
    row: 67,
    service: 'api',
    method: 'POST',
    path: '/assets.MapsPointer',
    access: pages(ASSETS),
  },
  mapsPointerAllAssets: {
    row: 68,
    service: 'api',
    method: 'POST',
    path: '/assets.MapsPointerAllAssets',
    access: pages(ASSETS),
  },

  getPrivileges: {
    row: 81,
    service: 'api',
    method: 'GET',
    path: '/privilege/getPrivileges',
    access: pages(['privilege-settings', 'admin-config']),
    openUnconfigured: true,
  },
  addPrivilege: {
    row: 82,
    service: 'api',
    method: 'POST',
    path: '/privilege/addPrivilege',
    access: privileges,
    openUnconfigured: true,
  },
  addRoutes: {
    row: 83,
    service: 'api',
    method: 'POST',
    path: '/privilege/addRoutes',
    access: privileges,
    openUnconfigured: true,
  },
  removeRoutes: {
    row: 84,
    service: 'api',
    method: 'POST',
    path: '/privilege/removeRoutes',
    access: privileges,
    openUnconfigured: true,
  },

  live: { row: 119, service: 'api', method: 'GET', path: '/live', access: session, openUnconfigured: true },

  ingestAssets: { row: 120, service: 'api', method: 'POST', path: '/ingest/assets', access: key('assets') },
  ingestAssociations: {
    row: 121,
    service: 'api',
    method: 'POST',
    path: '/ingest/associations',
    access: key('associations'),
  },
  ingestHierarchies: {
    row: 122,
    service: 'location',
    method: 'POST',
    path: '/ingest/hierarchies',
    access: key('hierarchies'),
  },
  ingestLocations: {
    row: 123,
    service: 'location',
    method: 'POST',
    path: '/ingest/locations',
    access: key('locations'),
  },
  ingestDeviceStatus: {
    row: 124,
    service: 'status',
    method: 'POST',
    path: '/ingest/device-status',
    access: key('device-status'),
  },
  apiDeadLetters: {
    row: 125,
    service: 'api',
    method: 'GET',
    path: '/ingest/dead-letters',
    access: operators,
  },
  locationDeadLetters: {
    row: 125,
    service: 'location',
    method: 'GET',
    path: '/ingest/dead-letters',
    access: operators,
  },
  statusDeadLetters: {
    row: 125,
    service: 'status',
    method: 'GET',
    path: '/ingest/dead-letters',
    access: operators,
  },
  apiReplay: {
    row: 126,
    service: 'api',
    method: 'POST',
    path: '/ingest/dead-letters/replay',
    access: operators,
  },
  locationReplay: {
    row: 126,
    service: 'location',
    method: 'POST',
    path: '/ingest/dead-letters/replay',
    access: operators,
  },
  statusReplay: {
    row: 126,
    service: 'status',
    method: 'POST',
    path: '/ingest/dead-letters/replay',
    access: operators,
  },

  healthLive: { row: 127, service: 'root', method: 'GET', path: '/health/live', access: open },
  healthReady: { row: 128, service: 'root', method: 'GET', path: '/health/ready', access: open },
  metrics: { row: 129, service: 'root', method: 'GET', path: '/metrics', access: open },
  openapi: { row: 130, service: 'api', method: 'GET', path: '/openapi.json', access: open },
  docs: { row: 131, service: 'api', method: 'GET', path: '/docs', access: open },
  docsFile: { row: 131, service: 'api', method: 'GET', path: '/docs/{file}', access: open },
} as const satisfies Record<string, RouteSpec>

/** Name of a call. */
export type CallName = keyof typeof routes

/** Default base address of each service; environment settings may move them. */
export const DEFAULT_BASES: Readonly<Record<Service, string>> = {
  api: '/api',
  location: '/location/api',
  status: '/status/api',
  root: '',
}
