import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useNavigate } from 'react-router'
import { SETUP_PATH } from '../lib/access.ts'
import { onSetupRequired, onUnauthenticated } from '../lib/api.ts'
import { antdLocale } from '../lib/i18n/i18n.ts'
import { releaseImagesWithCache } from '../lib/images.ts'
import { queryClient } from '../lib/query-client.ts'
import { endSession } from '../lib/session/end-session.ts'
import { useSession } from '../lib/session/index.ts'
import { antdThemes } from '../ui/antd-theme.ts'
import { useScheme } from '../ui/scheme.ts'

/** Redirects to login when the session ends by logout, by an answer 401, or in another tab. */
function useLeaveWithSession(): void {
  const navigate = useNavigate()
  const signedIn = Boolean(useSession())
  const wasSignedIn = useRef(signedIn)
  useEffect(() => {
    if (wasSignedIn.current && !signedIn) {
      queryClient.clear()
      void navigate('/login', { replace: true })
    }
    wasSignedIn.current = signedIn
  }, [signedIn, navigate])
}

/** Redirects to the account setup when the server requires it. */
function useSetUpAccount(): void {
  const navigate = useNavigate()
  useEffect(() => onSetupRequired(() => void navigate(SETUP_PATH, { replace: true })), [navigate])
}

/**
 * Root of all pages: theme, language, query cache, and the end of the session on an answer 401. A change of language
 * remounts the pages, so that no computed text stays in the old language.
 */
export function Root() {
  const scheme = useScheme()
  const { i18n } = useTranslation('common')
  useEffect(() => onUnauthenticated(() => endSession('refused')), [])
  useEffect(releaseImagesWithCache, [])
  useLeaveWithSession()
  useSetUpAccount()
  return (
    <ConfigProvider
      theme={antdThemes[scheme]}
      locale={antdLocale()}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
    >
      <QueryClientProvider client={queryClient}>
        <Fragment key={i18n.language}>
          <Outlet />
        </Fragment>
      </QueryClientProvider>
    </ConfigProvider>
  )
}
