import { Tooltip } from 'antd'
import { MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import styles from './reports.module.css'
import { devicesPath, PlaceLink } from './row-links.tsx'

interface AssetPlaceProps {
  readonly asset: { readonly AssetType: string; readonly AssetId: string; readonly AssetName?: string }
  /** Where it is or was, as a report writes paths. */
  readonly path: string
  /** The plan that it is drawn on; null where it has no point on any. */
  readonly mapId: string | null
}

/** The place of an asset, and the way to the map with that asset alone. */
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
