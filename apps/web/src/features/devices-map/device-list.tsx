import type { AssetPointer } from '@wardtrack/contracts'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { firstOf, type ListOrder, ordered } from './device-groups.ts'
import styles from './device-list.module.css'
import { DeviceRow } from './device-row.tsx'

/** Rows that are there at once; a floor with more has them after one press. */
const firstRows = 100

interface DeviceListProps {
  readonly pointers: readonly AssetPointer[]
  readonly order: ListOrder
  /** Ids of the devices that are pointed at or focused. */
  readonly marked: ReadonlySet<string>
  readonly onPoint: (id: string | undefined, by: 'pointer' | 'focus') => void
  readonly onChoose?: ((id: string) => void) | undefined
}

/** The same devices as on the map, as text: who cannot use the map misses nothing. */
export function DeviceList({ pointers, order, marked, onPoint, onChoose }: DeviceListProps) {
  const [all, setAll] = useState(false)
  const [inside, setInside] = useState(false)
  const groups = useMemo(() => ordered(pointers, order), [pointers, order])
  const shown = useMemo(() => firstOf(groups, all ? Number.POSITIVE_INFINITY : firstRows), [groups, all])
  const rows = Math.min(pointers.length, all ? pointers.length : firstRows)
  return (
    <>
      <div
        className={styles.scroll}
        onPointerEnter={() => setInside(true)}
        onPointerLeave={() => setInside(false)}
        onFocus={() => setInside(true)}
        onBlur={() => setInside(false)}
      >
        {shown.map(({ name, devices, total }) => (
          <section key={name} aria-label={name || 'Devices by name'}>
            {name ? (
              <h3 className={styles.unit}>
                <span>{name}</span>
                <span>{total}</span>
              </h3>
            ) : null}
            <ul>
              {devices.map((pointer) => (
                <DeviceRow
                  key={pointer.AssetId}
                  pointer={pointer}
                  marked={marked.has(pointer.AssetId)}
                  follow={!inside}
                  onPoint={onPoint}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <footer className={styles.foot}>
        <span>
          Showing {rows} of {pointers.length}
        </span>
        {rows < pointers.length ? (
          <Button type="link" size="small" onClick={() => setAll(true)}>
            Show all
          </Button>
        ) : null}
      </footer>
    </>
  )
}
