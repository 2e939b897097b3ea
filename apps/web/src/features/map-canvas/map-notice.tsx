import { useTranslation } from 'react-i18next'
import styles from './map-notice.module.css'
import type { OpenPlan } from './plan.query.ts'

/** Says why a map lies on squared paper. */
export function MapNotice({ plan }: { readonly plan: OpenPlan }) {
  const { t } = useTranslation('map-canvas')
  if (!plan.missing) return null
  return (
    <p className={styles.notice} role="status">
      {plan.missing === 'no image' ? t('noImage') : t('imageFailed')}
    </p>
  )
}
