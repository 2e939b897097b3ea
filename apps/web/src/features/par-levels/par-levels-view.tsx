import type { ReportMore, StockRow, StockSeries } from '@wardtrack/contracts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { useCategoryName } from '../../lib/use-category-name.ts'
import {
  ReportChart,
  ReportPage,
  ReportParts,
  ReportTable,
  shortPlace,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import { useStockColumns } from './stock-columns.tsx'
import { levelsFigures, PAR_LEVELS, stockFigures } from './stock-figures.ts'

const keyOf = ({ hierarchyId, Category }: Pick<StockRow, 'hierarchyId' | 'Category'>): string =>
  `${hierarchyId}|${Category}`

/** Report on available equipment in each unit against its PAR level, now and over time. */
export function ParLevelsView() {
  const { t } = useTranslation('par-levels')
  const report = useReport(PAR_LEVELS)
  const query = useReportRows(report)
  const [chosen, setChosen] = useState('')
  const columns = useStockColumns((row) => setChosen(keyOf(row)))
  const { moments = 0, points, series }: Partial<ReportMore<'par-levels'>> = query.data ?? {}
  const figures = useMemo(() => levelsFigures(points ?? []), [points])
  const rows = query.data?.assets ?? []
  const shown = rows.find((row) => keyOf(row) === chosen) ?? rows[0]
  return (
    <ReportPage report={report} query={query}>
      <ReportParts>
        <ReportChart
          title={t('levelsChart')}
          figures={figures}
          query={query}
          note={t('looked', { count: moments, shown: formatNumber(moments) })}
        />
        {shown ? (
          <UnitChart
            row={shown}
            series={series?.find((unit) => keyOf(unit) === keyOf(shown))}
            query={query}
          />
        ) : null}
        <ReportTable
          report={report}
          label={t('table.stock')}
          query={query}
          columns={columns}
          rowKey={keyOf}
          none={t('none.stock')}
        />
      </ReportParts>
    </ReportPage>
  )
}

interface UnitChartProps {
  readonly row: StockRow
  readonly series: StockSeries | undefined
  readonly query: ReturnType<typeof useReportRows<'par-levels'>>
}

/** One row of the table over time. */
function UnitChart({ row, series, query }: UnitChartProps) {
  const { t } = useTranslation('par-levels')
  const categoryName = useCategoryName()
  const { Minimum, Par } = row
  const figures = useMemo(() => stockFigures(series?.points ?? [], { Minimum, Par }), [series, Minimum, Par])
  const names = { unit: shortPlace(row.Unit), category: categoryName(row.Category) }
  return <ReportChart title={t('unitChart', names)} figures={figures} query={query} />
}

export { ParLevelsView as Page }
