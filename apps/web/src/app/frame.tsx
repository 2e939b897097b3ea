import { App } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../lib/session/index.ts'
import { routeOf } from './routes.ts'

const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }))

/**
 * What pages outside login stand in: antd's messages and dialogs, and, for a signed-in person, menu, header and footer.
 * A not-found page has no menu.
 */
export function Frame() {
  const signedIn = Boolean(useSession())
  // Whoever opens a link without a session gets what it shows after signing in; a session that ends here is gone on with
  // by whose it was.
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
