import type { AlertRow, AlertStatus } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { batteryLook } from '../../ui/state-looks.ts'
import { BatteryState } from '../../ui/states.tsx'
import {
  AssetLink,
  PlaceLink,
  ReportPage,
  ReportTable,
  reportDefinition,
  useCategoryColumn,
  useReport,
  useReportRows,
} from '../reports/index.ts'

const ALERT_STATES: readonly string[] = ['open', 'acknowledged', 'resolved'] satisfies AlertStatus[]

/** Returns the columns of alerts, alarms and conditions of devices. */
function useAlertRowColumns(): DataColumn<AlertRow>[] {
  const { t } = useTranslation('reports')
  const mapping = useMetadata()
  const category = useCategoryColumn()
  const { words } = aliasesOf(mapping, 'Equipment')
  return [
    {
      title: t('column.time'),
      sticky: 'start',
      sortField: 'createdAt',
      named: true,
      cell: ({ createdAt }) => dateTime(createdAt),
    },
    { title: t('column.event'), onPhone: 'main', wraps: true, cell: (row) => <EventText row={row} /> },
    { title: t('column.assetId'), sortField: 'AssetId', named: true, cell: (row) => <AssetLink row={row} /> },
    { title: t('column.name'), sortField: 'Name', cell: ({ Name }) => Name || MISSING },
    {
      title: t('column.serialNo'),
      sortField: 'SerialNo',
      named: true,
      cell: ({ SerialNo }) => SerialNo || MISSING,
    },
    {
      title: t('column.location'),
      sortField: 'Location',
      onPhone: 'wide',
      wraps: true,
      cell: ({ Location }) => <PlaceLink path={Location} />,
    },
    category,
    { title: t('column.type'), sortField: 'Type', cell: ({ Type }) => aliasesOf(mapping, Type).type },
    { title: t('column.status'), onPhone: 'end', sticky: 'end', cell: (row) => <StatusText row={row} /> },
    {
      title: t('column.battery'),
      cell: ({ Battery }) =>
        batteryLook(Battery).known ? (
          <BatteryState stored={Battery} words={words('BatteryLevel')} form="mark" />
        ) : (
          Battery || MISSING
        ),
    },
  ]
}

/** Event of a row, linked to the alert if there is one. */
function EventText({ row: { id, Event, Status } }: { readonly row: AlertRow }) {
  const mayOpen = useMayOpen('geofence-alert')
  if (!mayOpen || !ALERT_STATES.includes(Status)) return Event
  return (
    <a href={`#/geofence-alert/${encodeURIComponent(id)}`} target="_blank" rel="noopener">
      {Event}
    </a>
  )
}

const STATES = ['open', 'acknowledged', 'resolved', 'active', 'cleared', 'raised'] as const

/** Status of a row, and for an alarm the priority that the device reported. */
function StatusText({ row: { Status, clearedAt, priority } }: { readonly row: AlertRow }) {
  const { t } = useTranslation('reports')
  const state = STATES.find((known) => known === Status)
  const word = state ? t(`state.${state}`) : Status
  return (
    <span title={clearedAt ? dateTime(clearedAt) : undefined}>
      {priority ? t('state.withPriority', { word, priority }) : word}
    </span>
  )
}

const definitions = {
  alerts: reportDefinition('rtls-alert'),
  alarms: reportDefinition('rtls-alarm', {
    livePaths: ['Fields.DeviceStatus', 'Fields.BatteryLevel.Level', 'Fields.WifiStrength.Strength'],
  }),
  mednet: reportDefinition('mednet-alarm'),
}

type AlertReport = (typeof definitions)[keyof typeof definitions]['page']

/** Report on alerts of geofences and rules, on alarm conditions of devices, or on alarms that devices sent. */
export function AlertReportView({ kind }: { readonly kind: keyof typeof definitions }) {
  const { t } = useTranslation('reports')
  const report = useReport<AlertReport>(definitions[kind])
  const query = useReportRows(report)
  const columns = useAlertRowColumns()
  return (
    <ReportPage report={report} query={query}>
      <ReportTable
        report={report}
        label={t(`table.${kind}`)}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        none={t(`noRows.${kind}`)}
      />
    </ReportPage>
  )
}
