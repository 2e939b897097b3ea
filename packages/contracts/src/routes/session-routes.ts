import { ANY_SETUP_STEP, open, pages, type RouteSpec, session } from './route-spec.ts'

const privileges = pages(['privilege-settings'])
/** Addresses of the calls of sessions and privileges. */
export const sessionRoutes = {
  verify: {
    service: 'api',
    method: 'POST',
    path: '/user/verify',
    access: open,
    openUnconfigured: true,
  },
  isConfigured: {
    service: 'api',
    method: 'GET',
    path: '/config/isConfigured',
    access: session,
    openUnconfigured: true,
    aliases: ['/api/api/config/isConfigured'],
  },
  patientDataAccess: {
    service: 'api',
    method: 'GET',
    path: '/user/patientDataAccess',
    access: session,
    openUnconfigured: true,
  },
  getAllowedRoutes: {
    service: 'api',
    method: 'GET',
    path: '/privilege/getAllowedRoutes',
    access: session,
    openUnconfigured: true,
  },
  logout: {
    service: 'api',
    method: 'POST',
    path: '/user/logout',
    access: session,
    openUnconfigured: true,
    openDuringSetup: ANY_SETUP_STEP,
  },
  changePassword: {
    service: 'api',
    method: 'POST',
    path: '/user/changePassword',
    access: session,
    openUnconfigured: true,
    openDuringSetup: ['password'],
  },

  getPrivileges: {
    service: 'api',
    method: 'GET',
    path: '/privilege/getPrivileges',
    access: pages(['privilege-settings', 'admin-config']),
    openUnconfigured: true,
  },
  addPrivilege: {
    service: 'api',
    method: 'POST',
    path: '/privilege/addPrivilege',
    access: privileges,
    openUnconfigured: true,
  },
  addRoutes: {
    service: 'api',
    method: 'POST',
    path: '/privilege/addRoutes',
    access: privileges,
    openUnconfigured: true,
  },
  removeRoutes: {
    service: 'api',
    method: 'POST',
    path: '/privilege/removeRoutes',
    access: privileges,
    openUnconfigured: true,
  },
  setupState: {
    service: 'api',
    method: 'GET',
    path: '/setup',
    access: pages(['admin-config']),
    openUnconfigured: true,
  },
  skipSetupStep: {
    service: 'api',
    method: 'POST',
    path: '/setup/skip',
    access: pages(['admin-config']),
    openUnconfigured: true,
  },
  changePrivilege: { service: 'api', method: 'PATCH', path: '/privilege/{id}', access: privileges },
  deletePrivilege: { service: 'api', method: 'DELETE', path: '/privilege/{id}', access: privileges },
  privilegeHolders: { service: 'api', method: 'GET', path: '/privilege/{id}/holders', access: privileges },
} as const satisfies Record<string, RouteSpec>
