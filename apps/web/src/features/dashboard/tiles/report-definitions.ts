import { reportDefinition } from '../../reports/index.ts'

/** Definitions of the reports behind tiles, with periods that fit a tile. */
export const TILE_REPORTS = {
  fences: reportDefinition('fence-status', {
    livePaths: ['CurrentLocation.mapId', 'CurrentLocation.fullPath'],
  }),
  alerts: reportDefinition('rtls-alert', { period: 'last-24-hours' }),
  conditions: reportDefinition('rtls-alarm', {
    period: 'last-24-hours',
    livePaths: ['Fields.DeviceStatus', 'Fields.BatteryLevel.Level', 'Fields.WifiStrength.Strength'],
  }),
  alarms: reportDefinition('mednet-alarm'),
  moves: reportDefinition('pump-movement', { livePaths: ['CurrentLocation.fullPath'] }),
  unmoved: reportDefinition('unmoved'),
  notSeen: reportDefinition('not-seen'),
}
