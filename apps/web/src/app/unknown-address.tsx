import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { useLocation } from 'react-router'
import { NotFound } from '../pages/plain/not-found.tsx'
import { loadView } from './load-view.ts'
import { routeOf } from './routes.ts'

/** Page for addresses without a route: pages with superfluous matrix parameters, and unknown addresses. */
export function UnknownAddress() {
  const { pathname } = useLocation()
  const entry = routeOf(pathname)
  const View = useMemo<ComponentType | undefined>(
    () => (entry ? lazy(async () => ({ default: (await loadView(entry)).Component })) : undefined),
    [entry],
  )
  if (!View) return <NotFound />
  return (
    <Suspense fallback={null}>
      <View />
    </Suspense>
  )
}
