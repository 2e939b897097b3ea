import { App } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../lib/session/index.ts'
import { routeOf } from './routes.ts'

const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }))

/**
 * Frame of all pages except login: antd's messages and dialogs and, for a signed-in user, menu, header and footer. A
 * not-found page has no menu.
 */
export function Frame() {
  const signedIn = Boolean(useSession())
  // A link opened without a session is shown after signing in. After a session ends here, its page returns only to
  // the same user.
  const [cameWithoutSession] = useState(!signedIn)
  const outlet = <Outlet context={cameWithoutSession} />
  const { pathname } = useLocation()
  const framed = signedIn && routeOf(pathname)
  return (
    <App
      message={{ top: 14, maxCount: 3, duration: 4 }}
      notification={{ top: 0, stack: false }}
      style={{ height: '100%' }}
    >
      {framed ? (
        <Suspense fallback={null}>
          <Shell>{outlet}</Shell>
        </Suspense>
      ) : (
        outlet
      )}
    </App>
  )
}
