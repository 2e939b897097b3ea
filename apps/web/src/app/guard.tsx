import { useQuery } from '@tanstack/react-query'
import { pageAllows } from '@wardtrack/contracts/pages'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useOutletContext } from 'react-router'
import { type Access, accessQuery } from '../lib/access.ts'
import { useSession } from '../lib/session/index.ts'
import { keepWantedPath } from '../lib/session/wanted-path.ts'
import { QueryError } from '../ui/query-state.tsx'
import type { ConsoleRoute } from './routes.ts'

/** Decision of the guard: open the page, redirect, or wait for the allowed routes. */
export type Verdict = { readonly open: true } | { readonly to: string } | { readonly wait: true }

/**
 * Decides whether a page may open. Without a token the answer is login; in an unconfigured system, only
 * privilege-settings opens. Then the allowed routes decide, by containment in either direction. Routes without a page
 * need only a session. The server checks every call independently.
 */
export function guardDecision(
  page: string | undefined,
  signedIn: boolean,
  access: Access | undefined,
): Verdict {
  if (!signedIn) return { to: '/login' }
  if (page === undefined) return { open: true }
  if (!access) return { wait: true }
  if (!access.configured)
    return page === 'privilege-settings' ? { open: true } : { to: '/privilege-settings' }
  return pageAllows(access.allowedRoutes, page) ? { open: true } : { to: '/accessdenied' }
}

/** Wraps a page in the guard. */
export function guarded(entry: ConsoleRoute, Page: ComponentType): ComponentType {
  return function Guarded() {
    const { t } = useTranslation('shell')
    const session = useSession()
    const cameWithoutSession = useOutletContext<boolean>()
    const access = useQuery({ ...accessQuery(), enabled: Boolean(session) })
    const decided = guardDecision(
      entry.guarded === true ? entry.page : undefined,
      Boolean(session),
      access.data,
    )
    if ('to' in decided) {
      if (!session && (cameWithoutSession || entry.keptForSignIn)) keepWantedPath()
      return <Navigate to={decided.to} replace />
    }
    if ('open' in decided) return <Page />
    if (!access.isError) return null
    return <QueryError query={access} title={t('privilegesFailed')} />
  }
}
