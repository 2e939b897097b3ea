import type { CleaningRow, UncleanedUse } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { AssetLink, PlaceLink } from '../reports/index.ts'

type CategoryName = (code: string) => string

/** The columns of what followed uses, by category and unit. */
export function useCleaningColumns(categoryName: CategoryName): DataColumn<CleaningRow>[] {
  const { t } = useTranslation('analyses')
  const { t: tReports } = useTranslation('reports')
  const count = (
    field: 'Uses' | 'Cleaned' | 'NotCleaned' | 'Waiting',
    title: string,
  ): DataColumn<CleaningRow> => ({
    title,
    sortField: field,
    named: true,
    cell: (row) => formatNumber(row[field]),
  })
  const duration = (
    field: 'ToCleaningMedian' | 'ToCleaningLongest',
    title: string,
  ): DataColumn<CleaningRow> => ({
    title,
    sortField: field,
    named: true,
    cell: (row) => {
      const hours = row[field]
      return hours === null ? MISSING : t('hours', { hours: formatNumber(hours, 1) })
    },
  })
  return [
    {
      title: tReports('column.category'),
      sortField: 'Category',
      onPhone: 'main',
      cell: ({ Category }) => categoryName(Category),
    },
    {
      title: t('column.unit'),
      sortField: 'Unit',
      onPhone: 'wide',
      wraps: true,
      cell: ({ Unit }) => <PlaceLink path={Unit} />,
    },
    count('Uses', t('column.uses')),
    count('Cleaned', t('column.cleaned')),
    { ...count('NotCleaned', t('column.notCleaned')), onPhone: 'end' },
    count('Waiting', t('column.waiting')),
    duration('ToCleaningMedian', t('column.toCleaningMedian')),
    duration('ToCleaningLongest', t('column.toCleaningLongest')),
  ]
}

/** The columns of what was used again without cleaning. */
export function useUncleanedColumns(categoryName: CategoryName): DataColumn<UncleanedUse>[] {
  const { t } = useTranslation('analyses')
  const { t: tReports } = useTranslation('reports')
  return [
    {
      title: t('column.asset'),
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} text={row.AssetName || row.AssetId} />,
    },
    { title: tReports('column.category'), cell: ({ Category }) => categoryName(Category) },
    {
      title: t('column.unit'),
      onPhone: 'wide',
      wraps: true,
      cell: ({ Unit }) => <PlaceLink path={Unit} />,
    },
    { title: t('column.usedUntil'), named: true, cell: ({ usedUntil }) => dateTime(usedUntil) },
    { title: t('column.usedAgainAt'), named: true, cell: ({ usedAgainAt }) => dateTime(usedAgainAt) },
  ]
}
