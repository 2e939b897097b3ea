import { useQuery } from '@tanstack/react-query'
import { pageAllows } from '@wardtrack/contracts/pages'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { accessQuery } from '../../lib/access.ts'
import { useSession } from '../../lib/session/index.ts'
import { EmptyRoom } from '../../ui/brand-mark.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { LinkButton } from '../plain/link-button.tsx'
import { PlainPage } from '../plain/plain-page.tsx'

/**
 * The create route. There is no public registration: without a session it redirects to no-credentials, and for an
 * administrator to the form that creates a user.
 */
export function Page() {
  const { t } = useTranslation('shell')
  const signedIn = Boolean(useSession())
  const access = useQuery({ ...accessQuery(), enabled: signedIn })
  if (!signedIn) return <Navigate to="/no-credentials" replace />
  if (access.isError)
    return (
      <App>
        <QueryError query={access} title={t('privilegesFailed')} />
      </App>
    )
  if (!access.data) return null
  const allowed = pageAllows(access.data.allowedRoutes, 'admin-config')
  if (!allowed) return <Navigate to="/no-credentials" replace />
  return (
    <PlainPage
      full
      documentTitle={t('createUser.title')}
      picture={<EmptyRoom size={88} />}
      title={t('createUser.title')}
      text={t('createUser.text')}
      action={
        <LinkButton to="/admin-config?create=user" primary>
          {t('createUser.button')}
        </LinkButton>
      }
    />
  )
}
