import { useQuery } from '@tanstack/react-query'
import type { CleaningRow, UncleanedUse } from '@wardtrack/contracts'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import {
  LevelChoice,
  levelsOf,
  ReportChart,
  type ReportDefinition,
  ReportPage,
  ReportParts,
  ReportTable,
  reportRowsQuery,
  useReport,
} from '../reports/index.ts'
import { useCleaningColumns } from './cleaning-columns.tsx'
import { UncleanedUses } from './uncleaned-uses.tsx'

const definition: ReportDefinition = {
  route: 'report/cleaning',
  page: 'cleaning',
  period: 'last-7-days',
  defaultType: 'Equipment',
  sorting: { sortField: 'NotCleaned', sortDirection: -1 },
}

/** What the report tells besides its rows. */
interface CleaningAnswer {
  readonly cleaningPlaces?: number
  readonly groups?: readonly CleaningRow[]
  readonly uncleaned?: readonly UncleanedUse[]
  readonly maxUncleaned?: number
}

/** Whether equipment is cleaned between two uses: by category and unit, and what was used again without it. */
export function CleaningRoundsView() {
  const { t } = useTranslation('analyses')
  const mapping = useMetadata()
  const report = useReport(definition)
  const { state, change, body } = report
  const query = useQuery(reportRowsQuery<CleaningRow>(definition, body, state.page, state.pageSize))
  const categoryName = useCallback(
    (code: string): string =>
      code === '' ? t('resting.noCategory') : aliasesOf(mapping, 'Equipment').option('PrimaryCategory', code),
    [mapping, t],
  )
  const columns = useCleaningColumns(categoryName)
  const answer = (query.data?.more ?? {}) as CleaningAnswer
  const { cleaningPlaces = 0, groups, uncleaned = [], maxUncleaned = 0 } = answer
  const figures = useMemo((): ChartFigures => {
    const shown = groups ?? []
    return {
      kind: 'bars',
      categoryTitle: t('column.unit'),
      categories: shown.map(({ Category, Unit }) =>
        [categoryName(Category), ...levelsOf(Unit).slice(-1)].join(' · '),
      ),
      series: [
        { name: t('column.notCleaned'), step: 4, values: shown.map(({ NotCleaned }) => NotCleaned) },
        { name: t('column.waiting'), step: 2, values: shown.map(({ Waiting }) => Waiting) },
        { name: t('column.cleaned'), step: 1, values: shown.map(({ Cleaned }) => Cleaned) },
      ],
    }
  }, [groups, categoryName, t])
  return (
    <ReportPage
      report={report}
      readAt={query.data?.readAt}
      refreshing={query.isFetching && query.isPlaceholderData}
      onRefresh={() => void query.refetch()}
      tools={<LevelChoice value={state.level} unset={t('units')} onChange={(level) => change({ level })} />}
    >
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
          {query.data ? (
            <UncleanedUses uses={uncleaned} total={maxUncleaned} categoryName={categoryName} />
          ) : null}
        </ReportParts>
      )}
    </ReportPage>
  )
}

/** Why there is nothing to report, and where that is changed. */
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
