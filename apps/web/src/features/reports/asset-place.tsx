import { Tooltip } from 'antd'
import { MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import styles from './reports.module.css'
import { devicesPath, PlaceLink } from './row-links.tsx'

interface AssetPlaceProps {
  readonly asset: { readonly AssetType: string; readonly AssetId: string; readonly AssetName?: string }
  /** Current or former place, as a path in a report's format. */
  readonly path: string
  /** Map of the place; null if it has no point on any map. */
  readonly mapId: string | null
}

/** Place of an asset, with a link to the map with only that asset. */
export function AssetPlace({ asset: { AssetType, AssetId, AssetName }, path, mapId }: AssetPlaceProps) {
  const { t } = useTranslation('reports')
  const mayOpen = useMayOpen('devices')
  const label = t('showOnMap', { name: AssetName || AssetId })
  return (
    <span className={styles.place}>
      <PlaceLink path={path} />
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
