import { Skeleton } from 'antd'
import { useDelayed } from '../../lib/use-delayed.ts'
import styles from './loading-floor.module.css'

/** Lies over a map until its plan is known, so that no other floor's is seen under its name. */
export function LoadingFloor() {
  const late = useDelayed(150)
  return (
    <div className={styles.loading} aria-busy="true">
      {late ? <Skeleton.Node active className={styles.bone ?? ''} /> : null}
    </div>
  )
}
