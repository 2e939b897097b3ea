import { useTranslation } from 'react-i18next'
import styles from './assets-map.module.css'
import { useMapScope } from './map-scope.ts'

/** A floor so full that the server sends only a part of it. */
export function MoreThanShown({ count }: { readonly count: number }) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  return (
    <p className={styles.more} role="status">
      {t(`${scope.name}.more`, { limit: count })}
    </p>
  )
}
