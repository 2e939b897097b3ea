import { useTranslation } from 'react-i18next'
import { ReportPage, ReportTable, reportDefinition, useReport, useReportRows } from '../reports/index.ts'
import { useAlertRowColumns } from './alert-row-columns.tsx'

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
