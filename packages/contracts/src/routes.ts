import { PAGE_SETS } from './pages.ts'
import { assetLinkRoutes, assetRoutes, savedFilterRoutes } from './routes/asset-routes.ts'
import { customReportRoutes } from './routes/custom-report-routes.ts'
import { encryptionRoutes } from './routes/encryption-routes.ts'
import { fenceRoutes } from './routes/fence-routes.ts'
import { metadataRoutes } from './routes/metadata-routes.ts'
import { notificationRoutes } from './routes/notification-routes.ts'
import { jobRoutes, logRoutes, operationRoutes, storageRoutes } from './routes/operation-routes.ts'
import { placeRoutes } from './routes/place-routes.ts'
import { providerRoutes } from './routes/provider-routes.ts'
import { reportRoutes, statusVsTimeRoutes } from './routes/report-routes.ts'
import { reportScheduleRoutes } from './routes/report-schedule-routes.ts'
import { ANY_SETUP_STEP, open, pages, type RouteSpec, type Service, session } from './routes/route-spec.ts'
import { sessionRoutes } from './routes/session-routes.ts'

const ownAccount = { service: 'api', access: session, openUnconfigured: true } as const
/** Addresses of the calls about the user's own account: profile, sessions, second factor. */
const accountRoutes = {
  ownProfile: { ...ownAccount, method: 'GET', path: '/user/profile', openDuringSetup: ANY_SETUP_STEP },
  savePreferences: { ...ownAccount, method: 'POST', path: '/user/preferences' },
  ownSessions: { ...ownAccount, method: 'GET', path: '/user/sessions' },
  endOtherSessions: { ...ownAccount, method: 'POST', path: '/user/sessions/endOthers' },
  endOwnSession: { ...ownAccount, method: 'DELETE', path: '/user/sessions/{id}' },
  startSecondFactor: {
    ...ownAccount,
    method: 'POST',
    path: '/user/secondFactor/start',
    openDuringSetup: ['second-factor'],
  },
  confirmSecondFactor: {
    ...ownAccount,
    method: 'POST',
    path: '/user/secondFactor/confirm',
    openDuringSetup: ['second-factor'],
  },
  renewRecoveryCodes: { ...ownAccount, method: 'POST', path: '/user/secondFactor/recoveryCodes' },
  removeSecondFactor: { ...ownAccount, method: 'POST', path: '/user/secondFactor/remove' },
  requestPassword: { service: 'api', method: 'POST', path: '/user/passwordRequest', access: open },
} as const satisfies Record<string, RouteSpec>

const people = { service: 'api', access: pages(['admin-config']) } as const
/** Addresses of the calls for administrators about users. */
const peopleRoutes = {
  users: { ...people, method: 'GET', path: '/users' },
  user: { ...people, method: 'GET', path: '/users/{id}' },
  createUser: { ...people, method: 'POST', path: '/users' },
  changeUser: { ...people, method: 'PATCH', path: '/users/{id}' },
  setUserPassword: { ...people, method: 'POST', path: '/users/{id}/password' },
  endUserSessions: { ...people, method: 'POST', path: '/users/{id}/endSessions' },
  resetSecondFactor: { ...people, method: 'POST', path: '/users/{id}/resetSecondFactor' },
  patientDataGrants: { ...people, method: 'GET', path: '/patientDataGrants' },
  acknowledgePatientDataGrant: { ...people, method: 'POST', path: '/users/{id}/acknowledgePatientData' },
  dismissPasswordRequest: { ...people, method: 'POST', path: '/users/{id}/dismissPasswordRequest' },
} as const satisfies Record<string, RouteSpec>

const { ASSETS, ASSET_DETAIL, GENERATE_REPORT } = PAGE_SETS
const detail = { service: 'api', access: pages(ASSET_DETAIL) } as const
const TAGS_PAGE = ['custom-tags']
/** Addresses of the calls of custom tags and of location tags. */
const tagRoutes = {
  customTagList: {
    service: 'api',
    method: 'GET',
    path: '/customTag/list',
    access: pages(TAGS_PAGE, ASSETS, GENERATE_REPORT),
    openUnconfigured: true,
  },
  createCustomTag: {
    service: 'api',
    method: 'POST',
    path: '/customTag/create',
    access: pages(TAGS_PAGE),
    openUnconfigured: true,
  },
  deleteCustomTag: { service: 'api', method: 'POST', path: '/customTag/remove', access: pages(TAGS_PAGE) },
  addCustomTag: { ...detail, method: 'POST', path: '/assets.addCustomTag' },
  removeCustomTag: { ...detail, method: 'POST', path: '/assets.removeCustomTag' },
  getUnassignedTags: { ...detail, method: 'GET', path: '/asset.getUnassignedTags' },
  addLocationTag: { ...detail, method: 'POST', path: '/assets.addLocationTag' },
  removeLocationTag: { ...detail, method: 'POST', path: '/assets.removeLocationTag' },
} as const satisfies Record<string, RouteSpec>

const importers = pages(['device-import'])
/** Addresses of the calls of imports: rows in one call, and files imported by a job. */
const importRoutes = {
  importCsv: { service: 'api', method: 'POST', path: '/asset.importCsv', access: importers },
  importTagToAsset: { service: 'api', method: 'POST', path: '/asset.importTagToAsset', access: importers },
  importMetaDataMapping: {
    service: 'api',
    method: 'POST',
    path: '/asset.importMetaDataMapping',
    access: importers,
  },
  listImports: { service: 'api', method: 'GET', path: '/imports', access: importers },
  uploadImport: { service: 'api', method: 'POST', path: '/imports', access: importers },
  readImport: { service: 'api', method: 'GET', path: '/imports/{id}', access: importers },
  rereadImport: { service: 'api', method: 'POST', path: '/imports/{id}/reread', access: importers },
  startImport: { service: 'api', method: 'POST', path: '/imports/{id}/start', access: importers },
  discardImport: { service: 'api', method: 'POST', path: '/imports/{id}/discard', access: importers },
  listImportErrors: { service: 'api', method: 'GET', path: '/imports/{id}/errors', access: importers },
  exportImportErrors: { service: 'api', method: 'GET', path: '/imports/{id}/errors.csv', access: importers },
  importTemplate: {
    service: 'api',
    method: 'GET',
    path: '/imports/templates/{operation}/{format}',
    access: importers,
  },
} as const satisfies Record<string, RouteSpec>

const access = pages(['mirth-settings'])

/** Addresses of the calls about deliveries to Mirth; its addresses are a settings pair. */
const mirthRoutes = {
  mirthDeliveries: { service: 'api', method: 'GET', path: '/mirth/deliveries', access },
  testMirthAddress: { service: 'api', method: 'POST', path: '/mirth/test', access },
  pauseMirthAddress: { service: 'api', method: 'POST', path: '/mirth/pause', access },
  makeMirthSecret: { service: 'api', method: 'POST', path: '/mirth/secret', access },
  countMirthRedelivery: { service: 'api', method: 'POST', path: '/mirth/redelivery/count', access },
  startMirthRedelivery: { service: 'api', method: 'POST', path: '/mirth/redelivery', access },
} as const satisfies Record<string, RouteSpec>

const mailAccess = pages(['admin-config'])

/** Addresses of the calls about mail and other messages of rules; the mail server is a settings pair. */
const mailRoutes = {
  testMail: { service: 'api', method: 'POST', path: '/mail/test', access: mailAccess },
  ruleDeliveries: { service: 'api', method: 'GET', path: '/mail/deliveries', access: mailAccess },
  repeatRuleDelivery: { service: 'api', method: 'POST', path: '/mail/deliveries/repeat', access: mailAccess },
} as const satisfies Record<string, RouteSpec>

const administrators = pages(['admin-config'])
/** Addresses of the calls of the audit log. */
const auditRoutes = {
  listAudit: { service: 'api', method: 'GET', path: '/audit', access: administrators },
  verifyAuditLog: {
    service: 'api',
    method: 'GET',
    path: '/audit/verify',
    access: administrators,
    aliases: ['/api/audit/verification'],
  },
  exportAudit: { service: 'api', method: 'GET', path: '/audit/export', access: administrators },
  auditState: { service: 'api', method: 'GET', path: '/audit/state', access: administrators },
  acknowledgeAuditAlarm: {
    service: 'api',
    method: 'POST',
    path: '/audit/acknowledgeAlarm',
    access: administrators,
  },
} as const satisfies Record<string, RouteSpec>

const shared = {
  service: 'location',
  access: pages(PAGE_SETS.DASHBOARD, PAGE_SETS.ASSET_DETAIL),
} as const
/** Addresses of the calls that find the nearest available asset, claim it, and report it missing. */
const nearestRoutes = {
  nearestCategories: { ...shared, method: 'GET', path: '/nearest.categories' },
  nearestPlaces: { ...shared, method: 'GET', path: '/nearest.places' },
  nearestAssets: { ...shared, method: 'POST', path: '/nearest.assets' },
  nearestRoute: { ...shared, method: 'POST', path: '/nearest.route' },
  claimAsset: { ...shared, method: 'POST', path: '/nearest.claim' },
  releaseAsset: { ...shared, method: 'POST', path: '/nearest.release' },
  reportAssetMissing: { ...shared, method: 'POST', path: '/nearest.reportMissing' },
  withdrawMissingReport: { ...shared, method: 'POST', path: '/nearest.withdrawReport' },
} as const satisfies Record<string, RouteSpec>

const dashboard = { service: 'api', access: pages(['dashboard']) } as const
const sharedDashboard = {
  service: 'api',
  path: '/dashboard/default',
  access: pages(['admin-config']),
} as const
/** Addresses of the calls of the dashboard: the user's tiles, the default, and the counts for tiles. */
const dashboardRoutes = {
  getDashboard: { ...dashboard, method: 'GET', path: '/dashboard' },
  saveDashboard: { ...dashboard, method: 'POST', path: '/dashboard' },
  resetDashboard: { ...dashboard, method: 'DELETE', path: '/dashboard' },
  saveDefaultDashboard: { ...sharedDashboard, method: 'POST' },
  resetDefaultDashboard: { ...sharedDashboard, method: 'DELETE' },
  countAssets: { service: 'api', method: 'POST', path: '/assets.count', access: pages(PAGE_SETS.DASHBOARD) },
} as const satisfies Record<string, RouteSpec>

const settings = { service: 'api', access: pages(['par-settings']) } as const
/** Addresses of the calls of PAR levels. */
const parLevelRoutes = {
  parLevels: { ...settings, method: 'GET', path: '/parLevels' },
  parLevelPlaces: { ...settings, method: 'GET', path: '/parLevels/places' },
  parLevel: { ...settings, method: 'GET', path: '/parLevels/{id}' },
  saveParLevel: { ...settings, method: 'POST', path: '/parLevels' },
  removeParLevel: { ...settings, method: 'DELETE', path: '/parLevels/{id}' },
} as const satisfies Record<string, RouteSpec>

export {
  type Access,
  type AccountSetupStep,
  type RouteSpec,
  SCOPES,
  type Scope,
  type Service,
} from './routes/route-spec.ts'

/**
 * All calls of the product by name, which is the operation id in the OpenAPI document. Method and path are defined
 * only in these tables.
 */
export const routes = {
  ...sessionRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...assetRoutes,
  ...assetLinkRoutes,
  ...tagRoutes,
  ...savedFilterRoutes,
  ...customReportRoutes,
  ...reportScheduleRoutes,
  ...dashboardRoutes,
  ...metadataRoutes,
  ...placeRoutes,
  ...fenceRoutes,
  ...nearestRoutes,
  ...statusVsTimeRoutes,
  ...reportRoutes,
  ...parLevelRoutes,
  ...importRoutes,
  ...jobRoutes,
  ...logRoutes,
  ...providerRoutes,
  ...storageRoutes,
  ...encryptionRoutes,
  ...mirthRoutes,
  ...mailRoutes,
  ...notificationRoutes,
  ...operationRoutes,
  ...auditRoutes,
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
