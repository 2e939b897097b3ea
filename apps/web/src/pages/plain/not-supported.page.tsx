import { MonitorX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './plain-page.module.css'
import { PlainPage } from './plain-page.tsx'

/** Page for browsers that cannot run the console. */
export function Page() {
  const { t } = useTranslation('plain')
  return (
    <PlainPage
      full
      documentTitle={t('notSupported.title')}
      picture={
        <span className={styles.tile}>
          <MonitorX size={30} strokeWidth={1.8} aria-hidden />
        </span>
      }
      title={t('notSupported.heading')}
      text={t('notSupported.text')}
    />
  )
}
