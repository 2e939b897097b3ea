import type { AlertRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { type ReportDefinition, ReportPage, ReportTable, useReport, useReportRows } from '../reports/index.ts'
import { useAlertRowColumns } from './alert-row-columns.tsx'

const newestFirst = { sortField: 'createdAt', sortDirection: -1 } as const

const definitions = {
  alerts: {
    route: 'report/rtls-alert',
    page: 'rtls-alert',
    period: 'any-time',
    waits: true,
    sorting: newestFirst,
  },
  alarms: {
    route: 'report/rtls-alarm',
    page: 'rtls-alarm',
    period: 'any-time',
    waits: true,
    sorting: newestFirst,
    livePaths: ['Fields.DeviceStatus', 'Fields.BatteryLevel.Level', 'Fields.WifiStrength.Strength'],
  },
  mednet: {
    route: 'report/mednet-alarm',
    page: 'mednet-alarm',
    period: 'last-6-hours',
    sorting: newestFirst,
  },
} as const satisfies Record<string, ReportDefinition>

/** Report on alerts of geofences and rules, on alarm conditions of devices, or on alarms that devices sent. */
export function AlertReportView({ kind }: { readonly kind: keyof typeof definitions }) {
  const { t } = useTranslation('reports')
  const definition: ReportDefinition = definitions[kind]
  const report = useReport(definition)
  const query = useReportRows<AlertRow>(report)
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
