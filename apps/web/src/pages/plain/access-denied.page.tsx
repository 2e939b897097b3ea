import { useQuery } from '@tanstack/react-query'
import { pageAllows } from '@wardtrack/contracts/pages'
import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { useSession } from '../../lib/session/index.ts'
import { LinkButton } from './link-button.tsx'
import styles from './plain-page.module.css'
import { PlainPage } from './plain-page.tsx'

const FALLBACK_PAGES = [
  { page: 'devices', text: 'goToDevices' },
  { page: 'dashboard', text: 'goToDashboard' },
] as const

/** Page outside the user's privileges. The next step is a page that the user may open. */
export function Page() {
  const { t } = useTranslation('plain')
  const signedIn = Boolean(useSession())
  const { data: access } = useQuery({ ...accessQuery(), enabled: signedIn })
  const first = FALLBACK_PAGES.find(({ page }) => access && pageAllows(access.allowedRoutes, page))
  return (
    <PlainPage
      documentTitle={t('accessDenied.title')}
      full={!signedIn}
      picture={
        <span className={styles.tile}>
          <LockKeyhole size={30} strokeWidth={1.8} aria-hidden />
        </span>
      }
      title={translate('messages:accessDenied')}
      text={translate('messages:contactAdministrator')}
      action={
        signedIn ? (
          first ? (
            <LinkButton to={`/${first.page}`} primary>
              {t(first.text)}
            </LinkButton>
          ) : null
        ) : (
          <LinkButton to="/login" primary>
            {t('returnToLogin')}
          </LinkButton>
        )
      }
    />
  )
}
