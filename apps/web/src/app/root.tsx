import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { useEffect, useRef } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { onUnauthenticated } from '../lib/api.ts'
import { releaseImagesWithCache } from '../lib/images.ts'
import { queryClient } from '../lib/query-client.ts'
import { endSession } from '../lib/session/end-session.ts'
import { useSession } from '../lib/session/index.ts'
import { antdThemes } from '../ui/antd-theme.ts'
import { useScheme } from '../ui/scheme.ts'

/** Leaves for login when a session ends, by logging out, by an answer 401, or in another tab. */
function useLeaveWithSession(): void {
  const navigate = useNavigate()
  const signedIn = Boolean(useSession())
  const was = useRef(signedIn)
  useEffect(() => {
    if (was.current && !signedIn) {
      queryClient.clear()
      void navigate('/login', { replace: true })
    }
    was.current = signedIn
  }, [signedIn, navigate])
}

/** What every page stands on: theme, messages, query cache, and the rule that an answer 401 ends the session. */
export function Root() {
  const scheme = useScheme()
  useEffect(() => onUnauthenticated(() => endSession('refused')), [])
  useEffect(releaseImagesWithCache, [])
  useLeaveWithSession()
  return (
    <ConfigProvider theme={antdThemes[scheme]} wave={{ disabled: true }} button={{ autoInsertSpace: false }}>
      <App message={{ top: 14, maxCount: 3, duration: 4 }} style={{ height: '100%' }}>
        <QueryClientProvider client={queryClient}>
          <Outlet />
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  )
}
