import { useQuery } from '@tanstack/react-query'
import type { UsageHeat, UsagePoint, UtilisationRow } from '@wardtrack/contracts'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { LevelChoice, ReportPage, ReportTable, reportRowsQuery, useReport } from '../reports/index.ts'
import { UTILISATION, usageFigures } from './usage-figures.ts'
import { UsageHeatPanel } from './usage-heat.tsx'
import styles from './utilisation.module.css'
import { useUtilisationColumns } from './utilisation-columns.tsx'

/** What the report tells besides its rows. */
interface UsageAnswer {
  readonly moments?: number
  readonly points?: readonly UsagePoint[]
  readonly heat?: UsageHeat
}

const CHART_HEIGHT = 260

/** How much of the equipment of each unit is in use: over time, by the hour, and as a table. */
export function UtilisationView() {
  const { t } = useTranslation('analyses')
  const { t: tReports } = useTranslation('reports')
  const mapping = useMetadata()
  const report = useReport(UTILISATION)
  const { state, change, body } = report
  const query = useQuery(reportRowsQuery<UtilisationRow>(UTILISATION, body, state.page, state.pageSize))
  const categoryName = useCallback(
    (code: string): string =>
      code === '' ? t('resting.noCategory') : aliasesOf(mapping, 'Equipment').option('PrimaryCategory', code),
    [mapping, t],
  )
  const columns = useUtilisationColumns(categoryName)
  const { moments = 0, points, heat } = (query.data?.more ?? {}) as UsageAnswer
  const figures = useMemo(() => usageFigures(points ?? []), [points])
  return (
    <ReportPage
      report={report}
      readAt={query.data?.readAt}
      refreshing={query.isFetching && query.isPlaceholderData}
      onRefresh={() => void query.refetch()}
      tools={<LevelChoice value={state.level} unset={t('units')} onChange={(level) => change({ level })} />}
    >
      <div className={styles.parts}>
        {query.data ? (
          <ChartPanel
            title={t('utilisation.chart')}
            figures={figures}
            height={CHART_HEIGHT}
            extra={
              <span className={styles.count}>
                {t('utilisation.looked', { count: moments, shown: formatNumber(moments) })}
              </span>
            }
          />
        ) : (
          <LoadingPanel title={t('utilisation.chart')} query={query} failed={tReports('failed')}>
            {() => null}
          </LoadingPanel>
        )}
        {heat && moments > 0 ? <UsageHeatPanel heat={heat} categoryName={categoryName} /> : null}
        <div>
          <ReportTable
            report={report}
            label={t('table.utilisation')}
            query={query}
            columns={columns}
            rowKey={({ AssetType, Category, Unit }) => [AssetType, Category, Unit].join('|')}
            none={t('noRows.utilisation')}
          />
        </div>
      </div>
    </ReportPage>
  )
}
