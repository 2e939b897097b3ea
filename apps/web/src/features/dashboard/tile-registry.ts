import type { TileName, TileSize } from '@wardtrack/contracts'
import type { ComponentType } from 'react'
import type { PictureKind } from './tile-picture.tsx'
import { CleaningRounds } from './tiles/cleaning-rounds.tsx'
import { CustomReportTile } from './tiles/custom-report.tsx'
import { DeviceCounts } from './tiles/device-counts.tsx'
import { DevicesByCategory } from './tiles/devices-by-category.tsx'
import { DevicesByFloor } from './tiles/devices-by-floor.tsx'
import { FenceStatus } from './tiles/fence-status.tsx'
import { FindNearest } from './tiles/find-nearest.tsx'
import { BatteryLevels, WifiLevels } from './tiles/level-counts.tsx'
import { MainFlows } from './tiles/main-flows.tsx'
import { MovesPerHour } from './tiles/moves-per-hour.tsx'
import { OpenAlerts } from './tiles/open-alerts.tsx'
import { ParLevels } from './tiles/par-levels.tsx'
import { DeviceAlarms, DeviceConditions, NotSeen, RtlsAlerts, Unmoved } from './tiles/report-events.tsx'
import { Setup } from './tiles/setup.tsx'
import { StatesOverTime } from './tiles/states-over-time.tsx'
import { Utilisation } from './tiles/utilisation.tsx'
import { WeakBatteries } from './tiles/weak-batteries.tsx'

/** Component of a tile, and the link of its heading. Its texts are under `tile` in the dashboard's texts. */
export interface TileEntry {
  /** Kind of its small picture, for the choice of tiles. */
  readonly picture: PictureKind
  /** Size when it is added. */
  readonly size: TileSize
  /** Path of the page behind the tile; a custom report has its own path. */
  readonly path: string
  readonly Content: ComponentType<{ readonly reportId: string }>
}

/** Component of each tile. A new tile needs a name in the contract, an entry here, and its texts. */
export const TILES: Readonly<Record<TileName, TileEntry>> = {
  'setup-checklist': { picture: 'checks', size: 'medium', path: '/admin-config/first-run', Content: Setup },
  'open-alerts': { picture: 'number', size: 'small', path: '/geofence-alerts', Content: OpenAlerts },
  'device-counts': { picture: 'numbers', size: 'medium', path: '/devices', Content: DeviceCounts },
  'battery-levels': { picture: 'bars', size: 'small', path: '/report/battery-heat', Content: BatteryLevels },
  'wifi-levels': { picture: 'bars', size: 'small', path: '/report/wifi-heat', Content: WifiLevels },
  'find-nearest': { picture: 'chips', size: 'medium', path: '/devices/nearest', Content: FindNearest },
  'weak-batteries': { picture: 'rows', size: 'large', path: '/devices', Content: WeakBatteries },
  'devices-by-floor': { picture: 'bars', size: 'large', path: '/devices?view=map', Content: DevicesByFloor },
  'devices-by-category': { picture: 'bars', size: 'large', path: '/devices', Content: DevicesByCategory },
  'states-over-time': {
    picture: 'lines',
    size: 'medium',
    path: '/report/status-vs-time',
    Content: StatesOverTime,
  },
  'moves-per-hour': {
    picture: 'columns',
    size: 'medium',
    path: '/report/pump-movement',
    Content: MovesPerHour,
  },
  'main-flows': { picture: 'bars', size: 'medium', path: '/report/pump-movement', Content: MainFlows },
  'fence-status': { picture: 'bars', size: 'small', path: '/report/fence-status', Content: FenceStatus },
  'rtls-alerts': {
    picture: 'rows',
    size: 'medium',
    path: '/report/rtls-alert?asked=yes',
    Content: RtlsAlerts,
  },
  'device-conditions': {
    picture: 'rows',
    size: 'medium',
    path: '/report/rtls-alarm?asked=yes',
    Content: DeviceConditions,
  },
  'device-alarms': { picture: 'rows', size: 'medium', path: '/report/mednet-alarm', Content: DeviceAlarms },
  utilisation: { picture: 'lines', size: 'medium', path: '/report/utilisation', Content: Utilisation },
  'par-levels': { picture: 'lines', size: 'medium', path: '/report/par-levels', Content: ParLevels },
  'cleaning-rounds': { picture: 'bars', size: 'medium', path: '/report/cleaning', Content: CleaningRounds },
  unmoved: { picture: 'rows', size: 'medium', path: '/report/unmoved', Content: Unmoved },
  'not-seen': { picture: 'rows', size: 'medium', path: '/report/not-seen', Content: NotSeen },
  'custom-report': { picture: 'rows', size: 'medium', path: '', Content: CustomReportTile },
}
