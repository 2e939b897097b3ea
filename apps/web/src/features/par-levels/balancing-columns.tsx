import type { MoveProposal } from '@wardtrack/contracts'
import { Tooltip } from 'antd'
import { MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { AssetLink, devicesPath, PlaceLink } from '../reports/index.ts'
import styles from './par-levels.module.css'
import { useCategoryName } from './use-category-name.ts'

/** The columns of what is to be brought where. */
export function useBalancingColumns(): DataColumn<MoveProposal>[] {
  const { t } = useTranslation('par-levels')
  const categoryName = useCategoryName()
  return [
    {
      title: t('column.asset'),
      sortField: 'AssetName',
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} text={row.AssetName || row.AssetId} />,
    },
    { title: t('category'), sortField: 'Category', cell: ({ Category }) => categoryName(Category) },
    {
      title: t('column.from'),
      sortField: 'From',
      named: true,
      onPhone: 'wide',
      wraps: true,
      cell: (row) => <PresentPlace row={row} />,
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

/** Where a piece is, and the way to the map with it alone. */
function PresentPlace({
  row: { AssetId, AssetType, AssetName, From, mapId },
}: {
  readonly row: MoveProposal
}) {
  const { t } = useTranslation('par-levels')
  const mayOpen = useMayOpen('devices')
  const label = t('showOnPlan', { name: AssetName || AssetId })
  return (
    <span className={styles.place}>
      <PlaceLink path={From} />
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
