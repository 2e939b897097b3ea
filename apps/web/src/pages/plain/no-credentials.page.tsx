import { KeyRound } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { LinkButton } from './link-button.tsx'
import styles from './plain-page.module.css'
import { PlainPage } from './plain-page.tsx'

/** Loaded separately, to keep it out of the login page's code. */
const PasswordRequest = lazy(async () => ({
  default: (await import('./password-request.tsx')).PasswordRequest,
}))

/** Page behind Forgot Password and the create route: whom to ask, and a form to notify the administrators. */
export function Page() {
  const { t } = useTranslation('plain')
  return (
    <PlainPage
      full
      documentTitle={t('noCredentials.title')}
      picture={
        <span className={styles.tile}>
          <KeyRound size={30} strokeWidth={1.8} aria-hidden />
        </span>
      }
      title={t('noCredentials.heading')}
      text={translate('messages:noCredentials')}
      action={
        <LinkButton to="/login" primary>
          {t('returnToLogin')}
        </LinkButton>
      }
    >
      <Suspense fallback={null}>
        <PasswordRequest />
      </Suspense>
    </PlainPage>
  )
}
