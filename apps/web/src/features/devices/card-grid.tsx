import type { Asset } from '@wardtrack/contracts'
import { Skeleton } from 'antd'
import cardStyles from './device-card.module.css'
import { DeviceCard } from './device-card.tsx'
import styles from './devices.module.css'

interface CardGridProps {
  readonly assets: readonly Asset[]
  /** True while the cards are results of the previous request. */
  readonly fading: boolean
}

/** Cards in three, two or one column, depending on the width. */
export const CardGrid = ({ assets, fading }: CardGridProps) => (
  <ul className={`${styles.grid} ${fading ? styles.fading : ''}`} aria-busy={fading}>
    {assets.map((asset) => (
      <li key={asset._id}>
        <DeviceCard asset={asset} />
      </li>
    ))}
  </ul>
)

/** Empty cards in their final size. */
export function CardSkeletons({ count }: { readonly count: number }) {
  return (
    <ul className={styles.grid} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <div className={cardStyles.card}>
            <div className={styles.skeleton}>
              <Skeleton.Node active style={{ width: 64, height: 64 }} />
              <div>
                <Skeleton.Node active style={{ width: 150, height: 16 }} />
                <Skeleton.Node active style={{ width: 190, height: 14 }} />
                <Skeleton.Node active style={{ width: 170, height: 24 }} />
              </div>
            </div>
            <div className={styles.skeletonLines}>
              <Skeleton.Node active style={{ width: 180, height: 20 }} />
              <Skeleton.Node active style={{ width: 120, height: 14 }} />
            </div>
            <div className={cardStyles.foot} />
          </div>
        </li>
      ))}
    </ul>
  )
}
