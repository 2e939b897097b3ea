import { z } from 'zod'
import { defineReport, type FileText } from './define-report.ts'
import type { ReportName } from './report-pages.ts'
import type { EncryptionLimits } from './shapes/criteria.ts'
import { customReportRow } from './shapes/custom-report.ts'
import { balanceSummary, levelsPoint, moveProposal, stockRow, stockSeries } from './shapes/par-report.ts'
import {
  alertRow,
  awayRow,
  cleaningRow,
  deviceRow,
  dwellRow,
  fenceStatusRow,
  idleAssetRow,
  idleGroup,
  moveRow,
  nearbyRow,
  occupiedFence,
  placedAssetRow,
  reuseWithoutCleaning,
  usageHeat,
  usagePoint,
  utilisationRow,
} from './shapes/report.ts'
import { CHART_MEMBERS, chartPoint } from './shapes/status-vs-time.ts'

const text = (en: string, de: string, es: string): FileText => ({ en, de, es })

const alerts = {
  row: alertRow,
  criteria: 'place',
  columns: [
    'AssetId',
    'Name',
    'SerialNo',
    'Location',
    'Category',
    'Type',
    'Status',
    'Battery',
    'Event',
    ['createdAt', 'Time'],
  ],
} as const
const heatMap = {
  row: deviceRow,
  columns: ['Name', 'SerialNo', 'Battery', 'WiFi'],
  call: 'deviceProperties',
} as const
const idleAssets = {
  row: idleAssetRow,
  /** `bounds` in days; one count of each group belongs to each of them */
  more: { days: z.number(), bounds: z.array(z.number()), groups: z.array(idleGroup) },
  criteria: 'days',
  columns: [
    'AssetId',
    'AssetType',
    'AssetName',
    'Category',
    'SerialNo',
    'Location',
    ['arrivedAt', 'At this place since'],
    ['seenAt', 'Last seen'],
    'Days',
  ],
} as const
/** Custom reports choose their columns themselves. */
const customReport = { row: customReportRow, columns: [] } as const

/** Declarations of all reports by name; `report-pages.ts` holds the settings that the console needs too. */
export const reports = {
  'status-vs-time': defineReport({
    row: chartPoint,
    title: text('Status vs Time', 'Status im Zeitverlauf', 'Estado en el tiempo'),
    label: 'Time Scale',
    columns: ['createdAt', ...CHART_MEMBERS],
    call: 'getStatusVsTimeReport',
  }),
  'pump-movement': defineReport({
    row: moveRow,
    title: text('Pump Movement', 'Pumpenbewegungen', 'Movimiento de bombas'),
    criteria: 'two-places',
    columns: ['AssetId', 'LocationA', 'LocationB'],
  }),
  'movement-vs-time': defineReport({
    row: awayRow,
    title: text('Movement vs Time', 'Bewegung im Zeitverlauf', 'Movimiento en el tiempo'),
    criteria: 'home-and-place',
    columns: [
      'AssetId',
      'AssetType',
      'AssetName',
      ['CurrentLocation', 'Current Location'],
      ['HomeLocation', 'Homed Location'],
    ],
    call: 'movementVsTime',
  }),
  'nearby-pump': defineReport({
    row: nearbyRow,
    title: text('Nearby Pumps', 'Pumpen in der Nähe', 'Bombas cercanas'),
    columns: ['AssetId', 'AssetType', 'AssetName', 'Location', 'Distance'],
    call: 'nearbyPumps',
  }),
  'rtls-alert': defineReport({
    ...alerts,
    title: text('Alert Report', 'Alarmbericht', 'Informe de alertas'),
    label: 'Alert Report',
    aliases: ['alert'],
    call: 'getAlertReport',
  }),
  'rtls-alarm': defineReport({
    ...alerts,
    title: text('Alarm Report', 'Meldungsbericht', 'Informe de alarmas'),
    label: 'Alarm Report',
    aliases: ['alarm'],
    call: 'getAlarmReport',
  }),
  'mednet-alarm': defineReport({
    ...alerts,
    title: text('Mednet Alarms', 'Mednet-Alarme', 'Alarmas de Mednet'),
  }),
  'fence-status': defineReport({
    row: fenceStatusRow,
    more: { fences: z.array(occupiedFence) },
    title: text('Fence Status', 'Geofence-Status', 'Estado de geocercas'),
    aliases: ['status-fence'],
    criteria: 'geofence',
    columns: [
      'Geofence',
      'GeofenceType',
      'AssetId',
      'Name',
      'Type',
      'Category',
      'Location',
      ['since', 'Since'],
    ],
  }),
  'battery-heat': defineReport({
    ...heatMap,
    title: text('Battery Heat', 'Akku-Heatmap', 'Mapa de calor de baterías'),
  }),
  'wifi-heat': defineReport({
    ...heatMap,
    title: text('Wifi Heat', 'WLAN-Heatmap', 'Mapa de calor de wifi'),
  }),
  'all-assets-map-view': defineReport({
    row: placedAssetRow,
    title: text('All Assets Map View', 'Alle Objekte auf der Karte', 'Todos los activos en el plano'),
    columns: ['AssetId', 'AssetType', 'AssetName', 'SerialNo', 'Location'],
  }),
  unmoved: defineReport({
    ...idleAssets,
    title: text('Idle Equipment', 'Unbewegte Geräte', 'Equipos parados'),
  }),
  'not-seen': defineReport({
    ...idleAssets,
    title: text('Lost Equipment', 'Vermisste Geräte', 'Equipos perdidos'),
  }),
  utilisation: defineReport({
    row: utilisationRow,
    more: { moments: z.number(), points: z.array(usagePoint), heat: usageHeat },
    title: text('Utilisation', 'Auslastung', 'Utilización'),
    columns: [
      'Category',
      'Unit',
      'Owned',
      ['InUse', 'In use %'],
      ['Infusing', 'Infusing %'],
      ['Moving', 'Moving %'],
      ['Idle', 'Idle %'],
      ['Peak', 'Peak in use'],
      ['NeverNeeded', 'Never needed'],
    ],
  }),
  dwell: defineReport({
    row: dwellRow,
    /** units with the most stays */
    more: { units: z.array(dwellRow) },
    title: text('Dwell and Turnaround', 'Verweil- und Umlaufzeit', 'Permanencia y retorno'),
    columns: [
      'Unit',
      'Stays',
      ['StayMedian', 'Stay, median h'],
      ['StayP90', 'Stay, p90 h'],
      'Turnarounds',
      ['TurnaroundMedian', 'Turnaround, median h'],
      ['TurnaroundP90', 'Turnaround, p90 h'],
    ],
  }),
  cleaning: defineReport({
    row: cleaningRow,
    /** number of places of cleaning, rows with the most uses without cleaning, and the newest of these uses */
    more: {
      cleaningPlaces: z.number(),
      groups: z.array(cleaningRow),
      uncleaned: z.array(reuseWithoutCleaning),
      maxUncleaned: z.number(),
    },
    title: text('Cleaning Rounds', 'Reinigung', 'Limpieza'),
    columns: [
      'Category',
      'Unit',
      'Uses',
      'Cleaned',
      ['NotCleaned', 'Reused without cleaning'],
      ['Waiting', 'Pending'],
      ['ToCleaningMedian', 'To cleaning, median h'],
      ['ToCleaningLongest', 'To cleaning, longest h'],
    ],
  }),
  'par-levels': defineReport({
    row: stockRow,
    /** levels in each state over time, number of samples, and the stock of each row over time */
    more: { points: z.array(levelsPoint), moments: z.number(), series: z.array(stockSeries) },
    title: text('PAR Levels', 'PAR-Bestände', 'Niveles PAR'),
    criteria: 'place',
    columns: [
      'Category',
      'Unit',
      ['Minimum', 'Safety level'],
      ['Par', 'PAR level'],
      ['There', 'Present'],
      'Available',
      'State',
      'Missing',
      ['ShortShare', 'Short % of time'],
    ],
    codes: {
      State: {
        short: text('Below the safety level', 'Unter dem Sicherheitsbestand', 'Bajo el nivel de seguridad'),
        below: text('Below the PAR level', 'Unter dem PAR-Bestand', 'Bajo el nivel PAR'),
        at: text('At the PAR level', 'Auf dem PAR-Bestand', 'En el nivel PAR'),
        above: text('Above the PAR level', 'Über dem PAR-Bestand', 'Sobre el nivel PAR'),
      },
    },
  }),
  balancing: defineReport({
    row: moveProposal,
    more: { categories: z.array(balanceSummary) },
    title: text('Rebalancing', 'Umverteilung', 'Redistribución'),
    criteria: 'place',
    columns: ['AssetId', 'AssetName', 'Category', 'From', 'To', 'Metres', ['Way', 'Route'], 'Reason'],
    codes: {
      Way: {
        lanes: text('On foot', 'Zu Fuß', 'A pie'),
        straight: text('Straight', 'Luftlinie', 'En línea recta'),
        unknown: text('No known route', 'Kein Weg bekannt', 'Camino desconocido'),
      },
      Reason: {
        safety: text('Safety level', 'Sicherheitsbestand', 'Nivel de seguridad'),
        par: text('PAR level', 'PAR-Bestand', 'Nivel PAR'),
      },
    },
  }),
  'custom-report': defineReport(customReport),
  'heat-map-report': defineReport(customReport),
} as const

/** Titles of the asset lists that are exported and filtered like reports, by page. */
export const exportedLists = {
  devices: text('Devices', 'Geräte', 'Dispositivos'),
  assetlist: text('Asset List', 'Objektliste', 'Lista de activos'),
} as const
/** Name of an exported list in calls, which is its page. */
export type ExportedListName = keyof typeof exportedLists

/** Response of each report. */
export type ReportAnswers = { [N in ReportName]: z.output<(typeof reports)[N]['answer']> }
/** Row of the report named N. */
export type ReportRowOf<N extends ReportName> = ReportAnswers[N] extends { assets: (infer Row)[] }
  ? Row
  : never
/** Further members of the response of the report named N. */
export type ReportMore<N extends ReportName> = Omit<
  ReportAnswers[N],
  'assets' | 'maxAssets' | keyof EncryptionLimits
>
