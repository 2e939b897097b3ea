import type { StockRow } from '@wardtrack/contracts'
import { Button, Tooltip } from 'antd'
import { ChartLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../lib/i18n/formats.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { levelsOf, PlaceLink } from '../reports/index.ts'
import { StockStateMark } from './stock-state.tsx'
import { useCategoryName } from './use-category-name.ts'

type Count = 'Minimum' | 'Par' | 'There' | 'Available' | 'Missing'

/** The columns of stock against PAR levels. @param onChart shows a row over time */
export function useStockColumns(onChart: (row: StockRow) => void): DataColumn<StockRow>[] {
  const { t } = useTranslation('par-levels')
  const categoryName = useCategoryName()
  const count = (field: Count, title: string): DataColumn<StockRow> => ({
    title,
    sortField: field,
    named: true,
    cell: (row) => formatNumber(row[field]),
  })
  return [
    {
      title: t('column.unit'),
      sortField: 'Unit',
      onPhone: 'main',
      wraps: true,
      cell: ({ Unit }) => <PlaceLink path={Unit} />,
    },
    {
      title: t('category'),
      sortField: 'Category',
      cell: ({ Category }) => categoryName(Category),
    },
    {
      title: t('column.state'),
      sortField: 'State',
      onPhone: 'end',
      cell: ({ State }) => <StockStateMark state={State} />,
    },
    count('Available', t('column.available')),
    count('There', t('column.there')),
    count('Minimum', t('column.minimum')),
    count('Par', t('column.par')),
    count('Missing', t('column.missing')),
    {
      title: t('column.shortShare'),
      sortField: 'ShortShare',
      named: true,
      cell: ({ ShortShare }) => formatPercent(ShortShare / 100),
    },
    {
      title: t('column.chart'),
      cell: (row) => {
        const label = t('showChart', {
          unit: levelsOf(row.Unit).at(-1) ?? '',
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
