import type { CleaningRow, ReportMore, UncleanedUse } from '@wardtrack/contracts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { dateTime } from '../../lib/time.ts'
import { useCategoryName } from '../../lib/use-category-name.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import {
  AssetLink,
  ChartNote,
  countColumn,
  hoursColumn,
  LevelChoice,
  ReportChart,
  ReportPage,
  ReportParts,
  ReportTable,
  useGroupColumns,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import { CLEANING, groupName } from './cleaning-report.ts'

/** Returns the columns of cleaning after uses, by category and unit. */
function useCleaningColumns(): DataColumn<CleaningRow>[] {
  const { t } = useTranslation('analyses')
  const { category, unit } = useGroupColumns()
  return [
    { ...category, onPhone: 'main' },
    unit,
    countColumn('Uses', t('column.uses')),
    countColumn('Cleaned', t('column.cleaned')),
    { ...countColumn('NotCleaned', t('column.notCleaned')), onPhone: 'end' },
    countColumn('Waiting', t('column.waiting')),
    hoursColumn('ToCleaningMedian', t('column.toCleaningMedian')),
    hoursColumn('ToCleaningLongest', t('column.toCleaningLongest')),
  ]
}

/** Returns the columns of equipment reused without cleaning. */
function useUncleanedColumns(): DataColumn<UncleanedUse>[] {
  const { t } = useTranslation('analyses')
  const { category, unit } = useGroupColumns()
  return [
    {
      title: t('column.asset'),
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} text={row.AssetName || row.AssetId} />,
    },
    category,
    unit,
    { title: t('column.usedUntil'), named: true, cell: ({ usedUntil }) => dateTime(usedUntil) },
    { title: t('column.usedAgainAt'), named: true, cell: ({ usedAgainAt }) => dateTime(usedAgainAt) },
  ]
}

/** Number of rows on a page. */
const PAGE_SIZE = 10

interface UncleanedUsesProps {
  /** Newest first. */
  readonly uses: readonly UncleanedUse[]
  /** Total number. */
  readonly total: number
}

/** Equipment reused without cleaning, with links. */
function UncleanedUses({ uses, total }: UncleanedUsesProps) {
  const { t } = useTranslation('analyses')
  const columns = useUncleanedColumns()
  const [requestedPage, setRequestedPage] = useState(1)
  // A later response may have fewer rows.
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(uses.length / PAGE_SIZE)))
  const shown = uses.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const title = t('cleaning.uncleaned')
  return (
    <Panel
      title={title}
      extra={
        total > uses.length ? (
          <ChartNote>
            {t('cleaning.latest', { shown: formatNumber(uses.length), total: formatNumber(total) })}
          </ChartNote>
        ) : null
      }
    >
      <DataTable
        label={title}
        density="history"
        columns={columns}
        rows={shown}
        rowKey={({ AssetType, AssetId, usedAgainAt }) => [AssetType, AssetId, usedAgainAt].join('|')}
        empty={t('cleaning.everyClean')}
      />
      {uses.length > PAGE_SIZE ? (
        <Pager
          inPanel
          label={t('cleaning.pages')}
          page={page}
          pageSize={PAGE_SIZE}
          total={uses.length}
          shown={shown.length}
          onPage={setRequestedPage}
        />
      ) : null}
    </Panel>
  )
}

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
