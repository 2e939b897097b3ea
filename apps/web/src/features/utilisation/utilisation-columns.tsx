import type { UtilisationRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../lib/i18n/formats.ts'
import { MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { PlaceLink } from '../reports/index.ts'

/** The columns of the use by category and unit. */
export function useUtilisationColumns(categoryName: (code: string) => string): DataColumn<UtilisationRow>[] {
  const { t } = useTranslation('analyses')
  const { t: tReports } = useTranslation('reports')
  const share = (
    field: 'InUse' | 'Infusing' | 'Moving' | 'Idle',
    title: string,
  ): DataColumn<UtilisationRow> => ({
    title,
    sortField: field,
    named: true,
    cell: (row) => formatPercent(row[field] / 100),
  })
  const count = (field: 'Owned' | 'Peak' | 'NeverNeeded', title: string): DataColumn<UtilisationRow> => ({
    title,
    sortField: field,
    named: true,
    cell: (row) => formatNumber(row[field]),
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
      cell: ({ Unit }) => (Unit === '' ? MISSING : <PlaceLink path={Unit} />),
    },
    count('Owned', t('column.owned')),
    { ...share('InUse', t('column.inUse')), onPhone: 'end' },
    share('Infusing', t('column.infusing')),
    share('Moving', t('column.moving')),
    share('Idle', t('column.idle')),
    count('Peak', t('column.peak')),
    count('NeverNeeded', t('column.neverNeeded')),
  ]
}
