import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const { REPORT, CUSTOM_REPORT } = PAGE_SETS
/** Pages whose lists can be exported and filtered like reports. */
const LISTS = ['devices', 'assetlist']

/** Addresses of the calls of reports. `{page}` is a page name without `report/`; the handler checks the page. */
export const reportRoutes = {
  reportFilterFields: {
    service: 'api',
    method: 'GET',
    path: '/report.getFilterFields/{page}',
    access: pages(LISTS, REPORT, CUSTOM_REPORT),
  },
  describeReport: {
    service: 'api',
    method: 'GET',
    path: '/report.getFilterDataForReport/{page}',
    access: pages(REPORT, CUSTOM_REPORT),
  },
  readReport: {
    service: 'api',
    method: 'POST',
    path: '/report.getFilterDataForReport/{page}',
    access: pages(REPORT, CUSTOM_REPORT),
  },
  getAlertReport: {
    service: 'api',
    method: 'POST',
    path: '/report.getAlertReport',
    access: pages(['report/rtls-alert']),
  },
  getAlarmReport: {
    service: 'api',
    method: 'POST',
    path: '/report.getAlarmReport',
    access: pages(['report/rtls-alarm']),
  },
  pumpMovement: {
    service: 'api',
    method: 'POST',
    path: '/report.pumpMovement',
    access: pages(['report/pump-movement']),
    aliases: ['/api/pumpMovement'],
  },
  nearbyPumps: {
    service: 'api',
    method: 'POST',
    path: '/report.nearbyPumps',
    access: pages(['report/nearby-pump']),
  },
  movementVsTime: {
    service: 'api',
    method: 'POST',
    path: '/report.movementVsTime',
    access: pages(['report/movement-vs-time']),
    aliases: ['/api/movementVsTime'],
  },
  deviceProperties: {
    service: 'api',
    method: 'POST',
    path: '/report.deviceProperties',
    access: pages(['report/battery-heat', 'report/wifi-heat']),
  },
  reportTableData: {
    service: 'api',
    method: 'POST',
    path: '/report.reportTableData',
    access: pages(['report/battery-heat', 'report/wifi-heat', 'heat-map-report']),
  },
  exportCsv: {
    service: 'api',
    method: 'POST',
    path: '/report.exportCsv/{page}',
    access: pages(LISTS, REPORT, CUSTOM_REPORT),
  },
  exportXlsx: {
    service: 'api',
    method: 'POST',
    path: '/report.exportXlsx/{page}',
    access: pages(LISTS, REPORT, CUSTOM_REPORT),
  },
  exportPdf: {
    service: 'api',
    method: 'POST',
    path: '/report.exportPdf/{page}',
    access: pages(LISTS, REPORT, CUSTOM_REPORT),
  },
} as const satisfies Record<string, RouteSpec>

const statusVsTime = { service: 'api', method: 'POST', access: pages(['report/status-vs-time']) } as const

/** Addresses of the calls for the chart of states over time. */
export const statusVsTimeRoutes = {
  getStatusVsTimeReport: { ...statusVsTime, path: '/report.getStatusVsTimeReport' },
  getStatusVsTimeAssets: { ...statusVsTime, path: '/report.getStatusVsTimeAssets' },
} as const satisfies Record<string, RouteSpec>
