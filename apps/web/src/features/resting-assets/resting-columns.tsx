import type { RestingRow } from '@wardtrack/contracts'
import { Tooltip } from 'antd'
import { MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { AssetLink, devicesPath, PlaceLink } from '../reports/index.ts'
import styles from './resting-assets.module.css'

/** The columns of assets that rest. @param momentField what the days are counted from */
export function useRestingColumns(momentField: 'arrivedAt' | 'seenAt'): DataColumn<RestingRow>[] {
  const { t } = useTranslation('analyses')
  const { t: tReports } = useTranslation('reports')
  const mapping = useMetadata()
  return [
    {
      title: tReports('column.assetName'),
      sortField: 'AssetName',
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} text={row.AssetName || row.AssetId} />,
    },
    {
      title: tReports('column.category'),
      sortField: 'Category',
      cell: ({ AssetType, Category }) =>
        Category ? aliasesOf(mapping, AssetType).option('PrimaryCategory', Category) : MISSING,
    },
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
      cell: (row) => <LastPlace row={row} />,
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

/** Where an asset was seen last, and the way to the map with that asset alone. */
function LastPlace({
  row: { AssetId, AssetType, AssetName, Location, mapId },
}: {
  readonly row: RestingRow
}) {
  const { t } = useTranslation('analyses')
  const mayOpen = useMayOpen('devices')
  const label = t('resting.showOnMap', { name: AssetName || AssetId })
  return (
    <span className={styles.place}>
      <PlaceLink path={Location} />
      {mayOpen && mapId !== null ? (
        <Tooltip title={label}>
          <a
            className={styles.pin}
            aria-label={label}
            href={`#${devicesPath({ AssetType: [AssetType], AssetId: [AssetId] }, 'map')}`}
            target="_blank"
            rel="noopener"
          >
            <MapPin size={16} strokeWidth={1.8} aria-hidden />
          </a>
        </Tooltip>
      ) : null}
    </span>
  )
}
