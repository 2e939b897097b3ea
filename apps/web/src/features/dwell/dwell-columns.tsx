import type { DwellRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { PlaceLink } from '../reports/index.ts'

type Duration = 'StayMedian' | 'StayP90' | 'TurnaroundMedian' | 'TurnaroundP90'

/** The columns of stays and turnarounds by unit. */
export function useDwellColumns(): DataColumn<DwellRow>[] {
  const { t } = useTranslation('analyses')
  const duration = (field: Duration, title: string): DataColumn<DwellRow> => ({
    title,
    sortField: field,
    named: true,
    cell: (row) => {
      const hours = row[field]
      return hours === null ? MISSING : t('hours', { hours: formatNumber(hours, 1) })
    },
  })
  const count = (field: 'Stays' | 'Turnarounds', title: string): DataColumn<DwellRow> => ({
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
    count('Stays', t('column.stays')),
    duration('StayMedian', t('column.stayMedian')),
    duration('StayP90', t('column.stayP90')),
    count('Turnarounds', t('column.turnarounds')),
    duration('TurnaroundMedian', t('column.turnaroundMedian')),
    duration('TurnaroundP90', t('column.turnaroundP90')),
  ]
}
