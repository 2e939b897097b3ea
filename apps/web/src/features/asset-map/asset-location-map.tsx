import type { Asset } from '@wardtrack/contracts'
import { Button, Modal } from 'antd'
import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { levelValues } from '../../lib/place.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './asset-location-map.module.css'
import { PinnedFloor } from './pinned-floor.tsx'
import { useAssetPlan } from './use-asset-plan.ts'

interface AssetLocationMapProps {
  /** The asset as the cache holds it; live events move it there. */
  readonly asset: Asset
}

/** Where one asset is: its floor, close by, with a pin. Opens larger in a dialog. */
export function AssetLocationMap({ asset }: AssetLocationMapProps) {
  const [large, setLarge] = useState(false)
  const spot = useAssetPlan(asset)
  const name = spot.plan?.name || levelValues(asset.CurrentLocation?.fullPath).slice(0, 3).join(' · ')
  return (
    <Panel
      title="On the map"
      extra={
        spot.at ? (
          <span className={styles.extra}>
            <span className={styles.name}>{name}</span>
            <Button
              type="text"
              size="small"
              aria-label="Show the map larger"
              onClick={() => setLarge(true)}
              icon={<Maximize2 size={16} strokeWidth={1.8} aria-hidden />}
            />
          </span>
        ) : null
      }
    >
      <div className={styles.small}>
        {spot.at ? (
          <PinnedFloor asset={asset} at={spot.at} plan={spot.plan} form="card" />
        ) : (
          <div className={styles.nowhere}>
            <EmptyState title="No position yet" why="It was not seen by any location provider on a map." />
          </div>
        )}
      </div>
      <Modal
        title={name}
        open={large && spot.at !== undefined}
        onCancel={() => setLarge(false)}
        footer={null}
        width="min(1200px, calc(100vw - 32px))"
        destroyOnHidden
        centered
      >
        <div className={styles.large}>
          {spot.at ? <PinnedFloor asset={asset} at={spot.at} plan={spot.plan} form="dialog" /> : null}
        </div>
      </Modal>
    </Panel>
  )
}
