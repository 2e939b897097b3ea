import type { AssetPointer } from '@wardtrack/contracts'
import { Button } from 'antd'
import { X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { assetKey } from '../../lib/live/patch-asset.ts'
import type { MapEngine } from '../../map-engine/index.ts'
import { useAnchored } from '../map-canvas/index.ts'
import { AssetRow } from './asset-row.tsx'
import styles from './live-map.module.css'
import { countText, useMapScope } from './map-scope.ts'

interface ClusterListProps {
  readonly engine: MapEngine | undefined
  readonly members: readonly AssetPointer[]
  readonly onClose: () => void
}

const ignore = (): void => {}

/** List of the assets in a cluster that zooming cannot separate, shown at the cluster. */
export function ClusterList({ engine, members, onClose }: ClusterListProps) {
  const { t } = useTranslation(['live-map', 'common'])
  const scope = useMapScope()
  const first = members[0] && assetKey(members[0])
  const target = useMemo(
    () => (first === undefined ? undefined : { kind: 'marker' as const, id: first }),
    [first],
  )
  const box = useAnchored(engine, target)
  useEffect(() => box.current?.querySelector('a')?.focus({ preventScroll: true }), [box])
  return (
    <div
      ref={box}
      className={styles.box}
      role="dialog"
      aria-label={t('here', { what: countText(scope, members.length) })}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header className={styles.head}>
        <h3>{t('here', { what: countText(scope, members.length) })}</h3>
        <Button
          type="text"
          size="small"
          aria-label={t('common:close')}
          onClick={onClose}
          icon={<X size={16} aria-hidden />}
        />
      </header>
      <ul className={styles.rows}>
        {members.map((pointer) => (
          <AssetRow
            key={assetKey(pointer)}
            pointer={pointer}
            highlighted={false}
            follow={false}
            onHighlight={ignore}
          />
        ))}
      </ul>
    </div>
  )
}
