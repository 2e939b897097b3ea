import type { MoveProposal } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { AssetLink, AssetPlace, PlaceLink, useGroupColumns } from '../reports/index.ts'

/** Returns the columns of the planned transfers. */
export function useBalancingColumns(): DataColumn<MoveProposal>[] {
  const { t } = useTranslation('par-levels')
  const { category } = useGroupColumns()
  return [
    {
      title: t('column.asset'),
      sortField: 'AssetName',
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} text={row.AssetName || row.AssetId} />,
    },
    category,
    {
      title: t('column.from'),
      sortField: 'From',
      named: true,
      onPhone: 'wide',
      wraps: true,
      cell: (row) => <AssetPlace asset={row} path={row.From} mapId={row.mapId} />,
    },
    {
      title: t('column.to'),
      sortField: 'To',
      named: true,
      onPhone: 'wide',
      wraps: true,
      cell: ({ To }) => <PlaceLink path={To} />,
    },
    {
      title: t('column.metres'),
      sortField: 'Metres',
      onPhone: 'end',
      cell: ({ Metres, Way }) =>
        Metres === null ? MISSING : t(`way.${Way}`, { metres: formatNumber(Math.round(Metres)) }),
    },
    {
      title: t('column.reason'),
      sortField: 'Reason',
      named: true,
      cell: ({ Reason }) => t(`reason.${Reason}`),
    },
  ]
}
