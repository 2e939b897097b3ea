import type { ReportMore } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { useCategoryName } from '../../lib/use-category-name.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import {
  LevelChoice,
  ReportChart,
  ReportPage,
  ReportParts,
  ReportTable,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import { useCleaningColumns } from './cleaning-columns.tsx'
import { CLEANING, groupName } from './cleaning-report.ts'
import { UncleanedUses } from './uncleaned-uses.tsx'

/** Report on cleaning between two uses: by category and unit, and the equipment reused without cleaning. */
export function CleaningRoundsView() {
  const { t } = useTranslation('analyses')
  const { t: tReports } = useTranslation('reports')
  const report = useReport(CLEANING)
  const query = useReportRows(report)
  const categoryName = useCategoryName()
  const columns = useCleaningColumns()
  const {
    cleaningPlaces = 0,
    groups,
    uncleaned = [],
    maxUncleaned = 0,
  }: Partial<ReportMore<'cleaning'>> = query.data ?? {}
  const figures = useMemo((): ChartFigures => {
    const shown = groups ?? []
    return {
      kind: 'bars',
      categoryTitle: tReports('column.unit'),
      categories: shown.map((group) => groupName(group, categoryName)),
      series: [
        { name: t('column.notCleaned'), step: 4, values: shown.map(({ NotCleaned }) => NotCleaned) },
        { name: t('column.waiting'), step: 2, values: shown.map(({ Waiting }) => Waiting) },
        { name: t('column.cleaned'), step: 1, values: shown.map(({ Cleaned }) => Cleaned) },
      ],
    }
  }, [groups, categoryName, t, tReports])
  return (
    <ReportPage report={report} query={query} tools={<LevelChoice report={report} unset={t('units')} />}>
      {query.data && cleaningPlaces === 0 ? (
        <NoCleaningPlaces />
      ) : (
        <ReportParts>
          <ReportChart
            title={t('cleaning.chart')}
            figures={figures}
            query={query}
            note={t('cleaning.rooms', { count: cleaningPlaces, shown: formatNumber(cleaningPlaces) })}
          />
          <ReportTable
            report={report}
            label={t('table.cleaning')}
            query={query}
            columns={columns}
            rowKey={({ AssetType, Category, Unit }) => [AssetType, Category, Unit].join('|')}
            none={t('noRows.cleaning')}
          />
          {query.data ? <UncleanedUses uses={uncleaned} total={maxUncleaned} /> : null}
        </ReportParts>
      )}
    </ReportPage>
  )
}

/** Empty state without rooms of cleaning, with a link to configure them. */
function NoCleaningPlaces() {
  const { t } = useTranslation('analyses')
  const mayDraw = useMayOpen('geofencelist')
  return (
    <EmptyState
      boxed
      title={t('cleaning.noPlacesTitle')}
      why={t('cleaning.noPlaces')}
      action={mayDraw ? <Link to="/geofencelist">{t('cleaning.draw')}</Link> : null}
    />
  )
}

export { CleaningRoundsView as Page }
