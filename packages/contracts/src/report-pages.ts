import { PAGE_SETS } from './pages.ts'
import type { Sort } from './shapes/criteria.ts'

/** Default periods of reports, with their hours. */
export const REPORT_PERIODS = { 'last-6-hours': 6, 'last-24-hours': 24, 'last-7-days': 168 } as const

/** Settings of a report page that console and server share. This file has no schemas, so that the console can load it. */
export type ReportSettings = {
  /** order of the rows when the criteria name none */
  sorting: Sort
  /** asset type when the criteria name none; all types when omitted */
  defaultType?: 'Equipment'
  /** period when the criteria name none; omitted for rows without a time */
  period?: keyof typeof REPORT_PERIODS | 'any-time'
  /** number of days when the criteria name none, for assets at rest */
  days?: number
  /** true if rows are only read at the user's request */
  waitsForUser?: true
}

type NameIn<Page> = Page extends `report/${infer Name}` ? Name : never

/** Name of a report page in calls, such as `pump-movement`. The page `report/NAME` opens it. */
export type FixedReportName = NameIn<(typeof PAGE_SETS.REPORT)[number]>
/** Name of a report in calls; all custom reports of one kind share a name. */
export type ReportName = FixedReportName | (typeof PAGE_SETS.CUSTOM_REPORT)[number]

/** Returns the page whose privilege opens a report or an exported list. @param name name in calls */
export const pageOfReport = (name: string): string => {
  const page = `report/${name}`
  return (PAGE_SETS.REPORT as readonly string[]).includes(page) ? page : name
}

const newestFirst = { sortField: 'createdAt', sortDirection: -1 } as const
const ofEquipment = { defaultType: 'Equipment' } as const

/** Settings of each report page. */
export const REPORT_PAGES = {
  'status-vs-time': {
    ...ofEquipment,
    period: 'last-6-hours',
    sorting: { sortField: 'createdAt', sortDirection: 1 },
  },
  'pump-movement': { ...ofEquipment, period: 'last-6-hours', sorting: newestFirst },
  'movement-vs-time': {
    ...ofEquipment,
    period: 'any-time',
    sorting: { sortField: 'AssetId', sortDirection: 1 },
  },
  'nearby-pump': { waitsForUser: true, sorting: { sortField: 'Distance', sortDirection: 1 } },
  'rtls-alert': { waitsForUser: true, period: 'any-time', sorting: newestFirst },
  'rtls-alarm': { waitsForUser: true, period: 'any-time', sorting: newestFirst },
  'mednet-alarm': { period: 'last-6-hours', sorting: newestFirst },
  'fence-status': { period: 'any-time', sorting: { sortField: 'Geofence', sortDirection: 1 } },
  'battery-heat': { ...ofEquipment, sorting: { sortField: 'Name', sortDirection: 1 } },
  'wifi-heat': { ...ofEquipment, sorting: { sortField: 'Name', sortDirection: 1 } },
  'all-assets-map-view': { sorting: { sortField: 'AssetName', sortDirection: 1 } },
  unmoved: { ...ofEquipment, days: 7, sorting: { sortField: 'arrivedAt', sortDirection: 1 } },
  'not-seen': { ...ofEquipment, days: 3, sorting: { sortField: 'seenAt', sortDirection: 1 } },
  utilisation: {
    ...ofEquipment,
    period: 'last-7-days',
    sorting: { sortField: 'InUse', sortDirection: -1 },
  },
  dwell: { ...ofEquipment, period: 'last-7-days', sorting: { sortField: 'Stays', sortDirection: -1 } },
  cleaning: {
    ...ofEquipment,
    period: 'last-7-days',
    sorting: { sortField: 'NotCleaned', sortDirection: -1 },
  },
  'par-levels': {
    ...ofEquipment,
    period: 'last-24-hours',
    sorting: { sortField: 'Lack', sortDirection: -1 },
  },
  balancing: { ...ofEquipment, sorting: { sortField: 'Reason', sortDirection: -1 } },
} as const satisfies Record<FixedReportName, ReportSettings>
