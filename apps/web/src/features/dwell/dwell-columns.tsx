import type { DwellRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { countColumn, hoursColumn, useGroupColumns } from '../reports/index.ts'

/** Returns the columns of stays and turnarounds by unit. */
export function useDwellColumns(): DataColumn<DwellRow>[] {
  const { t } = useTranslation('analyses')
  const { unit } = useGroupColumns()
  return [
    { ...unit, onPhone: 'main' },
    countColumn('Stays', t('column.stays')),
    hoursColumn('StayMedian', t('column.stayMedian')),
    hoursColumn('StayP90', t('column.stayP90')),
    countColumn('Turnarounds', t('column.turnarounds')),
    hoursColumn('TurnaroundMedian', t('column.turnaroundMedian')),
    hoursColumn('TurnaroundP90', t('column.turnaroundP90')),
  ]
}
