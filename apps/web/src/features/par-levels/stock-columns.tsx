import type { StockRow, StockState } from '@wardtrack/contracts'
import { Button, Tooltip } from 'antd'
import { ChartLine, Check, ChevronDown, ChevronUp, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCategoryName } from '../../lib/use-category-name.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import type { ToneName } from '../../ui/state-looks.ts'
import { StateMark } from '../../ui/states.tsx'
import { countColumn, shareColumn, shortPlace, useGroupColumns } from '../reports/index.ts'

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
export function useStockColumns(onChart: (row: StockRow) => void): DataColumn<StockRow>[] {
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
