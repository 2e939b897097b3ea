import type { AssetPointer } from '@wardtrack/contracts'
import { Button } from 'antd'
import { X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { MapEngine } from '../../map-engine/index.ts'
import styles from './crowd-list.module.css'
import { DeviceRow } from './device-row.tsx'
import { counted } from './map-header.tsx'
import { useAnchored } from './use-anchored.ts'

interface CrowdListProps {
  readonly engine: MapEngine | undefined
  readonly members: readonly AssetPointer[]
  readonly onClose: () => void
}

const ignore = (): void => {}

/** The devices of a cluster that zooming cannot take apart, listed where it stands. */
export function CrowdList({ engine, members, onClose }: CrowdListProps) {
  const first = members[0]?.AssetId
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
      aria-label={`${counted(members.length)} here`}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header className={styles.head}>
        <h3>{counted(members.length)} here</h3>
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
          <DeviceRow key={pointer.AssetId} pointer={pointer} marked={false} follow={false} onPoint={ignore} />
        ))}
      </ul>
    </div>
  )
}
