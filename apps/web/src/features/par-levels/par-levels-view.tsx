import type { ReportMore, StockRow, StockSeries, StockState } from '@wardtrack/contracts'
import { Button, Tooltip } from 'antd'
import { ChartLine, Check, ChevronDown, ChevronUp, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { useCategoryName } from '../../lib/use-category-name.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import type { ToneName } from '../../ui/state-looks.ts'
import { StateMark } from '../../ui/states.tsx'
import {
  countColumn,
  ReportChart,
  ReportPage,
  ReportParts,
  ReportTable,
  shareColumn,
  shortPlace,
  useGroupColumns,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import { levelsFigures, PAR_LEVELS, stockFigures } from './stock-figures.ts'

const LOOKS: Readonly<Record<StockState, { readonly Icon: LucideIcon; readonly tone: ToneName }>> = {
  short: { Icon: TriangleAlert, tone: 'bad' },
  below: { Icon: ChevronDown, tone: 'warn' },
  at: { Icon: Check, tone: 'ok' },
  above: { Icon: ChevronUp, tone: 'quiet' },
}

/** State of a unit's stock against its level, as an icon and a word. */
function StockStateMark({ state }: { readonly state: StockState }) {
  const { t } = useTranslation('par-levels')
  const { Icon, tone } = LOOKS[state]
  return (
    <StateMark
      icon={<Icon size={16} strokeWidth={2} aria-hidden />}
      word={t(`state.${state}`)}
      tone={tone}
      form="mark"
    />
  )
}

/** Returns the columns of stock against PAR levels. @param onChart shows a row over time */
function useStockColumns(onChart: (row: StockRow) => void): DataColumn<StockRow>[] {
  const { t } = useTranslation('par-levels')
  const categoryName = useCategoryName()
  const { category, unit } = useGroupColumns()
  return [
    { ...unit, onPhone: 'main' },
    category,
    {
      title: t('column.state'),
      sortField: 'State',
      onPhone: 'end',
      cell: ({ State }) => <StockStateMark state={State} />,
    },
    countColumn('Available', t('column.available')),
    countColumn('There', t('column.there')),
    countColumn('Minimum', t('column.minimum')),
    countColumn('Par', t('column.par')),
    countColumn('Missing', t('column.missing')),
    shareColumn('ShortShare', t('column.shortShare')),
    {
      title: t('column.chart'),
      cell: (row) => {
        const label = t('showChart', {
          unit: shortPlace(row.Unit, 1),
          category: categoryName(row.Category),
        })
        return (
          <Tooltip title={label}>
            <Button
              type="text"
              size="small"
              aria-label={label}
              icon={<ChartLine size={16} strokeWidth={1.8} aria-hidden />}
              onClick={() => onChart(row)}
            />
          </Tooltip>
        )
      },
    },
  ]
}

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
