import type { ReportDefinition } from '../../reports/index.ts'

const newestFirst = { sortField: 'createdAt', sortDirection: -1 } as const
const LEVELS = ['Fields.DeviceStatus', 'Fields.BatteryLevel.Level', 'Fields.WifiStrength.Strength']

/** Definitions of the reports behind tiles, with periods that fit a tile. */
export const TILE_REPORTS = {
  fences: {
    route: 'report/fence-status',
    page: 'fence-status',
    sorting: { sortField: 'Geofence', sortDirection: 1 },
    livePaths: ['CurrentLocation.mapId', 'CurrentLocation.fullPath'],
  },
  alerts: { route: 'report/rtls-alert', page: 'rtls-alert', period: 'last-24-hours', sorting: newestFirst },
  conditions: {
    route: 'report/rtls-alarm',
    page: 'rtls-alarm',
    period: 'last-24-hours',
    sorting: newestFirst,
    livePaths: LEVELS,
  },
  alarms: {
    route: 'report/mednet-alarm',
    page: 'mednet-alarm',
    period: 'last-6-hours',
    sorting: newestFirst,
  },
  moves: {
    route: 'report/pump-movement',
    page: 'pump-movement',
    period: 'last-6-hours',
    defaultType: 'Equipment',
    sorting: newestFirst,
    livePaths: ['CurrentLocation.fullPath'],
  },
  unmoved: {
    route: 'report/unmoved',
    page: 'unmoved',
    defaultType: 'Equipment',
    sorting: { sortField: 'arrivedAt', sortDirection: 1 },
  },
  notSeen: {
    route: 'report/not-seen',
    page: 'not-seen',
    defaultType: 'Equipment',
    sorting: { sortField: 'seenAt', sortDirection: 1 },
  },
} as const satisfies Record<string, ReportDefinition>
