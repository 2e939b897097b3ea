import { Segmented } from 'antd'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListOrder } from './asset-groups.ts'
import { AssetList } from './asset-list.tsx'
import styles from './floor-list.module.css'

const orders = [
  { value: 'unit', text: 'list.byUnit' },
  { value: 'name', text: 'list.byName' },
] as const

/** Card with the list beside the map. */
export function FloorList(props: Omit<ComponentProps<typeof AssetList>, 'order'>) {
  const { t } = useTranslation('live-map')
  const [order, setOrder] = useState<ListOrder>('unit')
  return (
    <section className={styles.card} aria-labelledby="on-this-floor">
      <header className={styles.head}>
        <h2 id="on-this-floor">{t('list.title')}</h2>
        <Segmented<ListOrder>
          aria-label={t('list.order')}
          options={orders.map(({ value, text }) => ({ value, label: t(text) }))}
          value={order}
          onChange={setOrder}
        />
      </header>
      <AssetList {...props} order={order} />
    </section>
  )
}
