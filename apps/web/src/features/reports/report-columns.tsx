import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { MISSING } from '../../lib/time.ts'
import { useCategoryName } from '../../lib/use-category-name.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { PlaceLink } from './row-links.tsx'

/** Rows that have a value in a field. */
type RowWith<Field extends string, Value> = Readonly<Record<Field, Value>>

const valueColumn =
  <Value,>(textOf: (value: Value) => string) =>
  <Field extends string>(field: Field, title: string): DataColumn<RowWith<Field, Value>> => ({
    title,
    sortField: field,
    named: true,
    cell: (row) => textOf(row[field]),
  })

/** Column of counts. */
export const countColumn = valueColumn((count: number) => formatNumber(count))

/** Column of shares, which rows contain in hundredths. */
export const shareColumn = valueColumn((hundredths: number) => formatPercent(hundredths / 100))

/** Column of durations in hours; null if there are no events. */
export const hoursColumn = valueColumn((hours: number | null) =>
  hours === null ? MISSING : translate('reports:hours', { hours: formatNumber(hours, 1) }),
)

/** Returns the columns that identify groups of equipment. */
export function useGroupColumns(): {
  readonly category: DataColumn<RowWith<'Category', string>>
  readonly unit: DataColumn<RowWith<'Unit', string>>
} {
  const { t } = useTranslation('reports')
  const categoryName = useCategoryName()
  return {
    category: {
      title: t('column.category'),
      sortField: 'Category',
      cell: ({ Category }) => categoryName(Category),
    },
    unit: {
      title: t('column.unit'),
      sortField: 'Unit',
      onPhone: 'wide',
      wraps: true,
      cell: ({ Unit }) => <PlaceLink path={Unit} />,
    },
  }
}

/** Returns the column with the category of an asset. */
export function useCategoryColumn(): DataColumn<RowWith<'AssetType' | 'Category', string>> {
  const { t } = useTranslation('reports')
  const categoryName = useCategoryName()
  return {
    title: t('column.category'),
    sortField: 'Category',
    cell: ({ AssetType, Category }) => (Category ? categoryName(Category, AssetType) : MISSING),
  }
}
