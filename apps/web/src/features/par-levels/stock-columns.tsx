import type { StockRow } from '@wardtrack/contracts'
import { Button, Tooltip } from 'antd'
import { ChartLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCategoryName } from '../../lib/use-category-name.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { countColumn, shareColumn, shortPlace, useGroupColumns } from '../reports/index.ts'
import { StockStateMark } from './stock-state.tsx'

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
