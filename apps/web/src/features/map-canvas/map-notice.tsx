import styles from './map-notice.module.css'
import type { OpenPlan } from './plan.query.ts'

/** Says why a map lies on squared paper. */
export function MapNotice({ plan }: { readonly plan: OpenPlan }) {
  if (!plan.missing) return null
  return (
    <p className={styles.notice} role="status">
      {plan.missing === 'no image' ? 'This map has no image' : 'The image of this map could not be loaded'}
    </p>
  )
}
