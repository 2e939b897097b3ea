import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useSession } from '../../lib/session/index.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Brand } from '../../ui/brand-mark.tsx'
import styles from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { LoginPlan } from './login-plan.tsx'
import { isUnsupported } from './login-rules.ts'

/**
 * Sign-in page. With a stored token it redirects to devices; a browser that cannot run the console, to not_support.
 */
export function Page() {
  const { t } = useTranslation('login')
  const signedIn = Boolean(useSession())
  const wide = useMedia('(min-width: 1024px)')
  const [arrivedSignedIn] = useState(signedIn)
  useEffect(() => {
    document.title = t('documentTitle')
  }, [t])
  if (isUnsupported(navigator.userAgent)) return <Navigate to="/not_support" replace />
  if (arrivedSignedIn && signedIn) return <Navigate to="/devices" replace />
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <Brand size={36} />
        <div className={styles.middle}>
          <h1 className={styles.title}>{t('signIn')}</h1>
          <p className={styles.subtitle}>{t('subtitle')}</p>
          <LoginForm />
        </div>
        <p className={styles.note}>
          <ShieldCheck size={16} strokeWidth={1.8} aria-hidden />
          {t('patientNote')}
        </p>
      </main>
      {wide ? (
        <div className={styles.picture}>
          <LoginPlan />
        </div>
      ) : null}
    </div>
  )
}
