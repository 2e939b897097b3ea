import { Skeleton } from 'antd'
import { useDelayed } from '../../lib/use-delayed.ts'
import styles from './map-skeleton.module.css'

/** Lies over a map until its plan is known, so that no other floor's is seen under its name. */
export function MapSkeleton() {
  const late = useDelayed(150)
  return (
    <div className={styles.loading} aria-busy="true">
      {late ? <Skeleton.Node active className={styles.skeleton ?? ''} /> : null}
    </div>
  )
}
