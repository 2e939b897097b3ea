import { queryOptions, useQuery } from '@tanstack/react-query'
import { pageAllows } from '@wardtrack/contracts/pages'
import { api, isSetupRequired } from './api.ts'
import { KEYS } from './queries.ts'
import { queryClient } from './query-client.ts'

/** Permissions of the signed-in user. The console shows them; the server checks every call. */
export interface Access {
  readonly configured: boolean
  readonly allowedRoutes: readonly string[]
  readonly patientDataAccess: boolean
}

/** Query that is fetched after signing in, and kept until the session ends or the server reports a change. */
export const accessQuery = () =>
  queryOptions({
    queryKey: [KEYS.access],
    queryFn: async ({ signal }): Promise<Access> => {
      const [{ config }, { allowedRoutes }, { patientDataAccess }] = await Promise.all([
        api.call('isConfigured', { signal }),
        api.call('getAllowedRoutes', { signal }),
        api.call('patientDataAccess', { signal }),
      ])
      return { configured: config === 1, allowedRoutes, patientDataAccess }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/**
 * Applies an `access.changed` event. When the patient-data flag was withdrawn, all data fetched under it is removed
 * from the cache immediately.
 */
export function takeAccess(change: Pick<Access, 'allowedRoutes' | 'patientDataAccess'>): void {
  const before = queryClient.getQueryData(accessQuery().queryKey)
  if (before) queryClient.setQueryData(accessQuery().queryKey, { ...before, ...change })
  void queryClient.invalidateQueries({ queryKey: accessQuery().queryKey })
  if (!before || before.patientDataAccess === change.patientDataAccess) return
  void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEYS.access })
}

/** Applies the user's own allowed routes from a response, before the server's event arrives. */
export function takeAllowedRoutes(allowedRoutes: readonly string[]): void {
  const { queryKey } = accessQuery()
  queryClient.setQueryData(queryKey, (before) => before && { ...before, allowedRoutes })
  void queryClient.invalidateQueries({ queryKey })
}

/** Page where users set up their account: a new password, an authenticator app. */
export const SETUP_PATH = '/account-setup'

/** First page of a session after the setup. */
export const FIRST_PAGE = '/devices'

/**
 * Returns the first page of a session: devices, privilege-settings while the system is not configured, or the account
 * setup. If this call fails, the guard repeats it.
 */
export async function firstPage(): Promise<string> {
  try {
    const { configured } = await queryClient.fetchQuery(accessQuery())
    return configured ? FIRST_PAGE : '/privilege-settings'
  } catch (cause) {
    return isSetupRequired(cause) ? SETUP_PATH : FIRST_PAGE
  }
}

/** Returns true if the signed-in user may open a page; false until that is known. */
export function useMayOpen(page: string): boolean {
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  return Boolean(access?.configured && pageAllows(access.allowedRoutes, page))
}
