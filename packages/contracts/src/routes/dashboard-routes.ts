import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const dashboard = { service: 'api', access: pages(['dashboard']) } as const
const sharedDashboard = {
  service: 'api',
  path: '/dashboard/default',
  access: pages(['admin-config']),
} as const
/** Addresses of the calls of the dashboard: the user's tiles, the default, and the counts for tiles. */
export const dashboardRoutes = {
  getDashboard: { ...dashboard, method: 'GET', path: '/dashboard' },
  saveDashboard: { ...dashboard, method: 'POST', path: '/dashboard' },
  resetDashboard: { ...dashboard, method: 'DELETE', path: '/dashboard' },
  saveDefaultDashboard: { ...sharedDashboard, method: 'POST' },
  resetDefaultDashboard: { ...sharedDashboard, method: 'DELETE' },
  countAssets: { service: 'api', method: 'POST', path: '/assets.count', access: pages(PAGE_SETS.DASHBOARD) },
} as const satisfies Record<string, RouteSpec>
