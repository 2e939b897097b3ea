import { Segmented } from 'antd'
import { type ComponentProps, useState } from 'react'
import type { ListOrder } from './asset-groups.ts'
import { AssetList } from './asset-list.tsx'
import styles from './floor-list.module.css'

const orders: { value: ListOrder; label: string }[] = [
  { value: 'unit', label: 'Unit' },
  { value: 'name', label: 'Name' },
]

/** The card beside the map. */
export function FloorList(props: Omit<ComponentProps<typeof AssetList>, 'order'>) {
  const [order, setOrder] = useState<ListOrder>('unit')
  return (
    <section className={styles.card} aria-labelledby="on-this-floor">
      <header className={styles.head}>
        <h2 id="on-this-floor">On this floor</h2>
        <Segmented aria-label="Order" options={orders} value={order} onChange={setOrder} />
      </header>
      <AssetList {...props} order={order} />
    </section>
  )
}
