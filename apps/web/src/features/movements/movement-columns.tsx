import type { MoveRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { AssetLink, PlaceLink } from '../reports/index.ts'

/** The columns of moves between places. */
export function useMoveColumns(): DataColumn<MoveRow>[] {
  const { t } = useTranslation('reports')
  return [
    {
      title: t('column.assetId'),
      sortField: 'AssetId',
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} />,
    },
    { title: t('column.assetName'), cell: ({ AssetName }) => AssetName || MISSING },
    {
      title: t('column.locationA'),
      sortField: 'LocationA',
      onPhone: 'wide',
      named: true,
      wraps: true,
      cell: ({ LocationA }) => <PlaceLink path={LocationA} />,
    },
    {
      title: t('column.locationB'),
      sortField: 'LocationB',
      onPhone: 'wide',
      named: true,
      wraps: true,
      cell: ({ LocationB }) => <PlaceLink path={LocationB} />,
    },
    { title: t('column.leftAt'), named: true, cell: ({ leftAt }) => dateTime(leftAt) },
    {
      title: t('column.arrivedAt'),
      sortField: 'createdAt',
      named: true,
      cell: ({ createdAt }) => dateTime(createdAt),
    },
  ]
}
