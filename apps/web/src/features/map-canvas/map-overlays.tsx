import { Skeleton } from 'antd'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDelayed } from '../../lib/use-delayed.ts'
import styles from './map-overlays.module.css'
import type { OpenPlan } from './plan.query.ts'

/** Hint about possible actions, in one line at the map's lower left. */
export function MapHint({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.hint}>
      <Info size={16} strokeWidth={1.8} aria-hidden />
      <span>{children}</span>
    </p>
  )
}

/** Explains why a map shows squared paper. */
export function MapNotice({ plan }: { readonly plan: OpenPlan }) {
  const { t } = useTranslation('map-canvas')
  if (!plan.missing) return null
  return (
    <p className={styles.notice} role="status">
      {plan.missing === 'no image' ? t('noImage') : t('imageFailed')}
    </p>
  )
}

/** Covers a map until its plan has loaded, so that the previous floor is not shown under the new name. */
export function MapSkeleton() {
  const late = useDelayed(150)
  return (
    <div className={styles.loading} aria-busy="true">
      {late ? <Skeleton.Node active className={styles.skeleton ?? ''} /> : null}
    </div>
  )
}
