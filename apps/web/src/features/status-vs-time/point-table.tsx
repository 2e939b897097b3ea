import type { ChartPoint } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useMetadata } from '../../lib/metadata.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { chartTime } from '../reports/index.ts'
import { bandName, CHART_FAMILIES } from './chart-families.ts'

/** Points of all four charts as a table. */
export function PointTable({ points }: { readonly points: readonly ChartPoint[] }) {
  const { t } = useTranslation('reports')
  const mapping = useMetadata()
  const columns: DataColumn<ChartPoint>[] = [
    {
      title: t('chart.time'),
      onPhone: 'wide',
      sticky: 'start',
      cell: ({ createdAt }) => chartTime(createdAt),
    },
    ...CHART_FAMILIES.flatMap((family) =>
      family.bands.map(
        (band): DataColumn<ChartPoint> => ({
          title: bandName(family, band, mapping),
          named: true,
          cell: (point) => point[band.member],
        }),
      ),
    ),
  ]
  return (
    <DataTable
      label={t('chart.table')}
      columns={columns}
      rows={points}
      rowKey={({ createdAt }) => createdAt}
      density="compact"
      empty={t('chart.empty')}
    />
  )
}
