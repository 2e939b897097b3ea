import type { IdleAssetRow, ReportMore } from '@wardtrack/contracts'
import { REPORT_PAGES } from '@wardtrack/contracts/report-pages'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { useCategoryName } from '../../lib/use-category-name.ts'
import { useNoEquipment } from '../../lib/use-no-equipment.ts'
import type { ChartFigures, ChartStep } from '../../ui/chart/chart-figures.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { EmptyState, ImportLink } from '../../ui/empty-state.tsx'
import { type FilterValues, isTexts, PLACE_MODEL } from '../../ui/filters/index.ts'
import {
  AssetLink,
  AssetPlace,
  LevelChoice,
  ReportChart,
  type ReportDefinition,
  ReportPage,
  ReportParts,
  ReportTable,
  reportDefinition,
  shortPlace,
  useCategoryColumn,
  useReport,
  useReportRows,
} from '../reports/index.ts'

/** Returns the columns of idle assets. @param momentField start of the counted days */
function useIdleColumns(momentField: 'arrivedAt' | 'seenAt'): DataColumn<IdleAssetRow>[] {
  const { t } = useTranslation('analyses')
  const { t: tReports } = useTranslation('reports')
  const category = useCategoryColumn()
  return [
    {
      title: tReports('column.assetName'),
      sortField: 'AssetName',
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} text={row.AssetName || row.AssetId} />,
    },
    category,
    {
      title: tReports('column.serialNo'),
      sortField: 'SerialNo',
      named: true,
      mono: true,
      cell: ({ SerialNo }) => SerialNo || MISSING,
    },
    {
      title: momentField === 'seenAt' ? t('column.lastPlace') : tReports('column.location'),
      sortField: 'Location',
      onPhone: 'wide',
      wraps: true,
      cell: (row) => <AssetPlace asset={row} path={row.Location} mapId={row.mapId} />,
    },
    {
      title: t('column.arrivedAt'),
      sortField: 'arrivedAt',
      named: true,
      cell: ({ arrivedAt }) => dateTime(arrivedAt),
    },
    {
      title: t('column.seenAt'),
      sortField: 'seenAt',
      named: true,
      cell: ({ seenAt }) => dateTime(seenAt),
    },
    { title: t('column.days'), onPhone: 'end', named: true, cell: ({ Days }) => formatNumber(Days) },
  ]
}

/** Number of groups that have a separate bar. */
const MAX_GROUPS = 12
/** Colours from longest to shortest; assets that rest longest need attention first. */
const STEPS: readonly ChartStep[] = [4, 2, 0]

/** Returns the chart of the groups: one bar each, divided by how long its assets have rested. */
function idleFigures(
  { bounds, groups }: Pick<ReportMore<'unmoved'>, 'bounds' | 'groups'>,
  categoryTitle: string,
  nameOf: (group: string) => string,
): ChartFigures {
  const shown = groups.slice(0, MAX_GROUPS)
  const smallGroups = groups.slice(MAX_GROUPS)
  const countsOf = (step: number): number[] => [
    ...shown.map(({ counts }) => counts[step] ?? 0),
    ...(smallGroups.length > 0
      ? [smallGroups.reduce((sum, { counts }) => sum + (counts[step] ?? 0), 0)]
      : []),
  ]
  return {
    kind: 'bars',
    categoryTitle,
    categories: [
      ...shown.map(({ name }) => nameOf(name)),
      ...(smallGroups.length > 0 ? [translate('analyses:idle.others')] : []),
    ],
    series: bounds.map((from, step) => ({
      name: spanText(from, bounds[step + 1]),
      step: STEPS[step] ?? 0,
      values: countsOf(step),
    })),
  }
}

const spanText = (from: number, until: number | undefined): string =>
  until === undefined
    ? translate('analyses:idle.atLeast', { from })
    : translate('analyses:idle.between', { from, to: until - 1 })

/** Filter for the minimum number of days. */
const DAYS_MODEL = 'Days'

const CHOICES = [1, 2, 3, 5, 7, 14, 30, 60, 90, 180, 365] as const

/** Numbers of days in the format of a filter field. */
const DAY_OPTIONS = CHOICES.map((days) => ({ value: String(days), label: String(days) }))

interface DaysChoiceProps {
  readonly filters: FilterValues
  /** Default number of days. */
  readonly usual: number
  readonly onFilters: (filters: FilterValues) => void
}

/** Choice of the minimum number of days. */
function DaysChoice({ filters, usual, onFilters }: DaysChoiceProps) {
  const { t } = useTranslation('analyses')
  const { [DAYS_MODEL]: chosenDays, ...otherFilters } = filters
  const days = (isTexts(chosenDays) ? Number(chosenDays[0]) : 0) || usual
  const offered = [...new Set([...CHOICES, days])].sort((a, b) => a - b)
  return (
    <Select
      aria-label={t('days.label')}
      style={{ minWidth: 160 }}
      value={days}
      options={offered.map((count) => ({ value: count, label: t('days.option', { count }) }))}
      onChange={(chosen) =>
        onFilters(chosen === usual ? otherFilters : { ...otherFilters, [DAYS_MODEL]: [String(chosen)] })
      }
    />
  )
}

/** Differences between the two reports. */
interface IdleReport {
  readonly definition: ReportDefinition<'unmoved' | 'not-seen'>
  /** Key of its texts. */
  readonly textKey: 'unmoved' | 'notSeen'
  readonly momentField: 'arrivedAt' | 'seenAt'
}

const unmoved: IdleReport = {
  definition: reportDefinition('unmoved'),
  textKey: 'unmoved',
  momentField: 'arrivedAt',
}
const notSeen: IdleReport = {
  definition: reportDefinition('not-seen'),
  textKey: 'notSeen',
  momentField: 'seenAt',
}

/** Report on equipment that has not moved for days. */
export const UnmovedView = () => <IdleView {...unmoved} />

/** Report on equipment that was not seen for days, with its last place. */
export const NotSeenView = () => <IdleView {...notSeen} />

function IdleView({ definition, textKey, momentField }: IdleReport) {
  const { t } = useTranslation('analyses')
  const { t: tReports } = useTranslation('reports')
  const categoryName = useCategoryName()
  const report = useReport({
    ...definition,
    filterTraits: {
      placeFields: [
        { model: PLACE_MODEL, label: tReports('column.location'), input: 'place', options: [] },
        { model: DAYS_MODEL, label: t('days.filter'), input: 'select', options: DAY_OPTIONS },
      ],
    },
  })
  const { state, changeFilters } = report
  const query = useReportRows(report)
  const isStoreEmpty = useNoEquipment(query.data?.maxAssets === 0 && !report.isFiltered)
  const columns = useIdleColumns(momentField)
  const byPlace = textKey === 'notSeen'
  const answer = query.data
  const figures = useMemo(() => {
    const placeName = (path: string): string => (path === '' ? t('idle.noPlace') : shortPlace(path))
    const title = byPlace ? t('column.lastPlace') : tReports('column.category')
    return idleFigures(answer ?? { bounds: [], groups: [] }, title, byPlace ? placeName : categoryName)
  }, [answer, categoryName, byPlace, t, tReports])
  const total = query.data?.maxAssets ?? 0
  const title = byPlace ? t('idle.ofNotSeen') : t('idle.ofUnmoved')
  return (
    <ReportPage
      report={report}
      query={query}
      tools={
        <>
          <DaysChoice
            filters={state.filters}
            usual={REPORT_PAGES[definition.page].days}
            onFilters={changeFilters}
          />
          {byPlace ? <LevelChoice report={report} /> : null}
        </>
      }
    >
      <ReportParts>
        <ReportChart
          title={title}
          figures={figures}
          query={query}
          note={t('idle.total', { count: total, shown: formatNumber(total) })}
        />
        <ReportTable
          report={report}
          label={t(`table.${textKey}`)}
          query={query}
          columns={columns}
          rowKey={({ AssetType, AssetId }) => `${AssetType}:${AssetId}`}
          none={t(`noRows.${textKey}`)}
          {...(isStoreEmpty ? { empty: <NoEquipment /> } : {})}
        />
      </ReportParts>
    </ReportPage>
  )
}

/** Empty state of a report if there is no equipment at all. */
function NoEquipment() {
  const { t } = useTranslation('analyses')
  return (
    <EmptyState boxed title={t('noEquipment.title')} why={t('noEquipment.why')} action={<ImportLink />} />
  )
}
