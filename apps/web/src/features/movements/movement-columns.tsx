import type { AwayRow, MoveRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useTypeName } from '../../lib/metadata.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { AssetLink, PlaceLink } from '../reports/index.ts'

/** Returns the columns of moves between places. */
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

/** Returns the columns of assets away from their home location. */
export function useAwayColumns(): DataColumn<AwayRow>[] {
  const { t } = useTranslation('reports')
  const typeName = useTypeName()
  return [
    {
      title: t('column.assetId'),
      sortField: 'AssetId',
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} />,
    },
    { title: t('column.assetType'), sortField: 'AssetType', cell: ({ AssetType }) => typeName(AssetType) },
    { title: t('column.assetName'), sortField: 'AssetName', cell: ({ AssetName }) => AssetName || MISSING },
    {
      title: t('column.currentLocation'),
      sortField: 'CurrentLocation',
      onPhone: 'wide',
      named: true,
      wraps: true,
      cell: ({ CurrentLocation }) => <PlaceLink path={CurrentLocation} />,
    },
    {
      title: t('column.homedLocation'),
      sortField: 'HomeLocation',
      onPhone: 'wide',
      named: true,
      wraps: true,
      cell: ({ HomeLocation }) => <PlaceLink path={HomeLocation} />,
    },
    {
      title: t('column.since'),
      named: true,
      cell: ({ createdAt }) => dateTime(createdAt),
    },
  ]
}
