import { pages, type RouteSpec } from './route-spec.ts'

const shared = { service: 'api', method: 'POST', access: pages(['report/status-vs-time']) } as const

/** Addresses of the chart of states over time. */
export const statusVsTimeRoutes = {
  getStatusVsTimeReport: { ...shared, path: '/report.getStatusVsTimeReport' },
  getStatusVsTimeAssets: { ...shared, path: '/report.getStatusVsTimeAssets' },
} as const satisfies Record<string, RouteSpec>
