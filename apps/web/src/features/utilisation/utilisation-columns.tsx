import type { UtilisationRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { countColumn, shareColumn, useGroupColumns } from '../reports/index.ts'

/** Returns the columns of utilisation by category and unit. */
export function useUtilisationColumns(): DataColumn<UtilisationRow>[] {
  const { t } = useTranslation('analyses')
  const { category, unit } = useGroupColumns()
  return [
    { ...category, onPhone: 'main' },
    unit,
    countColumn('Owned', t('column.owned')),
    { ...shareColumn('InUse', t('column.inUse')), onPhone: 'end' },
    shareColumn('Infusing', t('column.infusing')),
    shareColumn('Moving', t('column.moving')),
    shareColumn('Idle', t('column.idle')),
    countColumn('Peak', t('column.peak')),
    countColumn('NeverNeeded', t('column.neverNeeded')),
  ]
}
