import type { AssetPointer } from '@wardtrack/contracts'
import { Button } from 'antd'
import { X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { assetKey } from '../../lib/live/patch-asset.ts'
import type { MapEngine } from '../../map-engine/index.ts'
import { AssetRow } from './asset-row.tsx'
import styles from './cluster-list.module.css'
import { countText, useMapScope } from './map-scope.ts'
import { useAnchored } from './use-anchored.ts'

interface ClusterListProps {
  readonly engine: MapEngine | undefined
  readonly members: readonly AssetPointer[]
  readonly onClose: () => void
}

const ignore = (): void => {}

/** The assets of a cluster that zooming cannot take apart, listed where it stands. */
export function ClusterList({ engine, members, onClose }: ClusterListProps) {
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
      aria-label={`${countText(scope, members.length)} here`}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header className={styles.head}>
        <h3>{countText(scope, members.length)} here</h3>
        <Button
          type="text"
          size="small"
          aria-label="Close"
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
