import type { DeviceRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../../lib/metadata.ts'
import { MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { BatteryState, WifiState } from '../../ui/states.tsx'
import { HeatOnFloors } from '../live-map/index.ts'
import {
  AssetLink,
  ReportPage,
  ReportTable,
  reportDefinition,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import styles from './heat-reports.module.css'

const definitions = {
  battery: reportDefinition('battery-heat', {
    livePaths: ['CurrentLocation.mapId', 'Fields.BatteryLevel.Level'],
  }),
  wifi: reportDefinition('wifi-heat', {
    livePaths: ['CurrentLocation.mapId', 'Fields.WifiStrength.Strength'],
  }),
}

/** Battery levels or connections as heat on the plans, and the same devices as a table. */
export function HeatReportView({ kind }: { readonly kind: keyof typeof definitions }) {
  const { t } = useTranslation('reports')
  const report = useReport<'battery-heat' | 'wifi-heat'>(definitions[kind])
  const { body } = report
  const query = useReportRows(report)
  const conditions = body.items.filter((condition) => !('sort' in condition) && !('AssetType' in condition))
  const columns = useDeviceColumns()
  return (
    <ReportPage report={report} query={query}>
      <div className={styles.floors}>
        <HeatOnFloors kind={kind} conditions={conditions} />
      </div>
      <ReportTable
        report={report}
        label={t(`table.${kind}Heat`)}
        query={query}
        columns={columns}
        rowKey={({ AssetType, AssetId }) => `${AssetType}:${AssetId}`}
        none={t('noRows.heat')}
      />
    </ReportPage>
  )
}

function useDeviceColumns(): DataColumn<DeviceRow>[] {
  const { t } = useTranslation('reports')
  const { words } = useAliases('Equipment')
  return [
    {
      title: t('column.name'),
      sortField: 'Name',
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} text={row.Name || row.AssetId} />,
    },
    { title: t('column.serialNo'), sortField: 'SerialNo', cell: ({ SerialNo }) => SerialNo || MISSING },
    {
      title: t('column.battery'),
      sortField: 'Battery',
      cell: ({ Battery }) => <BatteryState stored={Battery} words={words('BatteryLevel')} />,
    },
    {
      title: t('column.wifi'),
      sortField: 'WiFi',
      cell: ({ WiFi }) => <WifiState stored={WiFi} words={words('WifiStrength')} />,
    },
  ]
}
