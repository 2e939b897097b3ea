import type { ReportMore, UtilisationRow } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { useCategoryName } from '../../lib/use-category-name.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import {
  countColumn,
  LevelChoice,
  ReportChart,
  ReportPage,
  ReportParts,
  ReportTable,
  shareColumn,
  useGroupColumns,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import { UTILISATION, usageFigures } from './usage-figures.ts'
import { UsageHeatPanel } from './usage-heat.tsx'

/** Returns the columns of utilisation by category and unit. */
function useUtilisationColumns(): DataColumn<UtilisationRow>[] {
  const { t } = useTranslation('analyses')
  const { category, unit } = useGroupColumns()
  return [
    { ...category, onPhone: 'main' },
    unit,
    countColumn('Owned', t('column.owned')),
    { ...shareColumn('InUse', t('column.inUse')), onPhone: 'end' },
    shareColumn('Infusing', t('column.infusing')),
    shareColumn('Moving', t('column.moving')),
    shareColumn('Idle', t('column.idle')),
    countColumn('Peak', t('column.peak')),
    countColumn('NeverNeeded', t('column.neverNeeded')),
  ]
}

/** Report on the share of equipment in use in each unit: over time, by the hour, and as a table. */
export function UtilisationView() {
  const { t } = useTranslation('analyses')
  const report = useReport(UTILISATION)
  const query = useReportRows(report)
  const categoryName = useCategoryName()
  const columns = useUtilisationColumns()
  const { moments = 0, points, heat }: Partial<ReportMore<'utilisation'>> = query.data ?? {}
  const figures = useMemo(() => usageFigures(points ?? []), [points])
  return (
    <ReportPage report={report} query={query} tools={<LevelChoice report={report} unset={t('units')} />}>
      <ReportParts>
        <ReportChart
          title={t('utilisation.chart')}
          figures={figures}
          query={query}
          note={t('utilisation.looked', { count: moments, shown: formatNumber(moments) })}
        />
        {heat && moments > 0 ? <UsageHeatPanel heat={heat} categoryName={categoryName} /> : null}
        <ReportTable
          report={report}
          label={t('table.utilisation')}
          query={query}
          columns={columns}
          rowKey={({ AssetType, Category, Unit }) => [AssetType, Category, Unit].join('|')}
          none={t('noRows.utilisation')}
        />
      </ReportParts>
    </ReportPage>
  )
}

export { UtilisationView as Page }
