import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../lib/session/index.ts'
import { routeOf } from './routes.ts'

const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }))

/** Puts menu, header and footer around a page: only for a signed-in person, and never around a not-found page (1 §2). */
export function Frame() {
  const signedIn = Boolean(useSession())
  const { pathname } = useLocation()
  if (!signedIn || !routeOf(pathname)) return <Outlet />
  return (
    <Suspense fallback={null}>
      <Shell>
        <Outlet />
      </Shell>
    </Suspense>
  )
}
