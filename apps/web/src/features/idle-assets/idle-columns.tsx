import type { IdleAssetRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { AssetLink, AssetPlace, useCategoryColumn } from '../reports/index.ts'

/** Returns the columns of idle assets. @param momentField start of the counted days */
export function useIdleColumns(momentField: 'arrivedAt' | 'seenAt'): DataColumn<IdleAssetRow>[] {
  const { t } = useTranslation('analyses')
  const { t: tReports } = useTranslation('reports')
  const category = useCategoryColumn()
  return [
    {
      title: tReports('column.assetName'),
      sortField: 'AssetName',
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} text={row.AssetName || row.AssetId} />,
    },
    category,
    {
      title: tReports('column.serialNo'),
      sortField: 'SerialNo',
      named: true,
      mono: true,
      cell: ({ SerialNo }) => SerialNo || MISSING,
    },
    {
      title: momentField === 'seenAt' ? t('column.lastPlace') : tReports('column.location'),
      sortField: 'Location',
      onPhone: 'wide',
      wraps: true,
      cell: (row) => <AssetPlace asset={row} path={row.Location} mapId={row.mapId} />,
    },
    {
      title: t('column.arrivedAt'),
      sortField: 'arrivedAt',
      named: true,
      cell: ({ arrivedAt }) => dateTime(arrivedAt),
    },
    {
      title: t('column.seenAt'),
      sortField: 'seenAt',
      named: true,
      cell: ({ seenAt }) => dateTime(seenAt),
    },
    { title: t('column.days'), onPhone: 'end', named: true, cell: ({ Days }) => formatNumber(Days) },
  ]
}
