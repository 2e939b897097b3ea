import { useQuery } from '@tanstack/react-query'
import type { BalanceSummary, MoveProposal } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import {
  type ReportDefinition,
  ReportPage,
  ReportTable,
  reportRowsQuery,
  useReport,
} from '../reports/index.ts'
import { useBalancingColumns } from './balancing-columns.tsx'
import styles from './par-levels.module.css'
import { balanceFigures } from './stock-figures.ts'
import { useCategoryName } from './use-category-name.ts'

const definition: ReportDefinition = {
  route: 'report/balancing',
  page: 'balancing',
  defaultType: 'Equipment',
  sorting: { sortField: 'Reason', sortDirection: -1 },
}

/** Height of a bar with the room around it, and of what is around the bars. CSS pixels. */
const BAR = 26
const AROUND_BARS = 76

/** Which pieces are to be brought where, and what that does for the levels. */
export function BalancingView() {
  const { t } = useTranslation('par-levels')
  const { t: tReports } = useTranslation('reports')
  const report = useReport(definition)
  const { state, body } = report
  const query = useQuery(reportRowsQuery<MoveProposal>(definition, body, state.page, state.pageSize))
  const columns = useBalancingColumns()
  const categoryName = useCategoryName()
  const categories = query.data?.more['categories'] as readonly BalanceSummary[] | undefined
  const figures = useMemo(() => balanceFigures(categories ?? [], categoryName), [categories, categoryName])
  const metres = (categories ?? []).reduce((sum, category) => sum + category.metres, 0)
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
            title={t('balanceChart')}
            figures={figures}
            height={AROUND_BARS + BAR * Math.max(3, figures.categories.length)}
            extra={
              <span className={styles.count}>
                {t('metresInAll', { metres: formatNumber(Math.round(metres)) })}
              </span>
            }
          />
        ) : (
          <LoadingPanel title={t('balanceChart')} query={query} failed={tReports('failed')}>
            {() => null}
          </LoadingPanel>
        )}
        <div>
          <ReportTable
            report={report}
            label={t('table.moves')}
            query={query}
            columns={columns}
            rowKey={({ AssetType, AssetId }) => `${AssetType}:${AssetId}`}
            none={t(categories?.length === 0 ? 'none.stock' : 'none.moves')}
          />
        </div>
      </div>
    </ReportPage>
  )
}
