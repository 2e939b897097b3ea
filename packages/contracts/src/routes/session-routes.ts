import { open, pages, type RouteSpec, session } from './route-spec.ts'

const privileges = pages(['privilege-settings'])
/** Session and access, privileges: calls.md sections 3 and 14. */
export const sessionRoutes = {
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
} as const satisfies Record<string, RouteSpec>
