import type { CleaningRow, UncleanedUse } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { AssetLink, countColumn, hoursColumn, useGroupColumns } from '../reports/index.ts'

/** Returns the columns of cleaning after uses, by category and unit. */
export function useCleaningColumns(): DataColumn<CleaningRow>[] {
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
export function useUncleanedColumns(): DataColumn<UncleanedUse>[] {
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
