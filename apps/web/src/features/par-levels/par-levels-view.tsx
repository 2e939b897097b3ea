import { useQuery } from '@tanstack/react-query'
import type { LevelsPoint, StockRow, StockSeries } from '@wardtrack/contracts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { levelsOf, ReportPage, ReportTable, reportRowsQuery, useReport } from '../reports/index.ts'
import styles from './par-levels.module.css'
import { useStockColumns } from './stock-columns.tsx'
import { levelsFigures, PAR_LEVELS, stockFigures } from './stock-figures.ts'
import { useCategoryName } from './use-category-name.ts'

/** What the report tells besides its rows. */
interface StockAnswer {
  readonly moments?: number
  readonly points?: readonly LevelsPoint[]
  readonly series?: readonly StockSeries[]
}

const CHART_HEIGHT = 240

const keyOf = ({ hierarchyId, Category }: Pick<StockRow, 'hierarchyId' | 'Category'>): string =>
  `${hierarchyId}|${Category}`

/** How many pieces are ready in each unit against its PAR level, now and over time. */
export function ParLevelsView() {
  const { t } = useTranslation('par-levels')
  const { t: tReports } = useTranslation('reports')
  const report = useReport(PAR_LEVELS)
  const { state, body } = report
  const query = useQuery(reportRowsQuery<StockRow>(PAR_LEVELS, body, state.page, state.pageSize))
  const [chosen, setChosen] = useState('')
  const columns = useStockColumns((row) => setChosen(keyOf(row)))
  const { moments = 0, points, series } = (query.data?.more ?? {}) as StockAnswer
  const figures = useMemo(() => levelsFigures(points ?? []), [points])
  const rows = query.data?.rows ?? []
  const shown = rows.find((row) => keyOf(row) === chosen) ?? rows[0]
  return (
    <ReportPage
      report={report}
      readAt={query.data?.readAt}
      refreshing={query.isFetching && query.isPlaceholderData}
      onRefresh={() => void query.refetch()}
    >
      <div className={styles.parts}>
        {query.data ? (
          <ChartPanel
            title={t('levelsChart')}
            figures={figures}
            height={CHART_HEIGHT}
            extra={
              <span className={styles.count}>
                {t('looked', { count: moments, shown: formatNumber(moments) })}
              </span>
            }
          />
        ) : (
          <LoadingPanel title={t('levelsChart')} query={query} failed={tReports('failed')}>
            {() => null}
          </LoadingPanel>
        )}
        {shown ? <UnitChart row={shown} series={series?.find((one) => keyOf(one) === keyOf(shown))} /> : null}
        <div>
          <ReportTable
            report={report}
            label={t('table.stock')}
            query={query}
            columns={columns}
            rowKey={keyOf}
            none={t('none.stock')}
          />
        </div>
      </div>
    </ReportPage>
  )
}

interface UnitChartProps {
  readonly row: StockRow
  readonly series: StockSeries | undefined
}

/** One row of the table over time. */
function UnitChart({ row, series }: UnitChartProps) {
  const { t } = useTranslation('par-levels')
  const categoryName = useCategoryName()
  const { Minimum, Par } = row
  const figures = useMemo(() => stockFigures(series?.points ?? [], { Minimum, Par }), [series, Minimum, Par])
  const unit = levelsOf(row.Unit).slice(-2).join(' · ')
  return (
    <ChartPanel
      title={t('unitChart', { unit, category: categoryName(row.Category) })}
      figures={figures}
      height={CHART_HEIGHT}
    />
  )
}
