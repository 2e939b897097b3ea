import { queryOptions, useQuery } from '@tanstack/react-query'
import { pageAllows } from '@wardtrack/contracts/pages'
import { api, isSetupRequired } from './api.ts'
import { KEYS } from './queries.ts'
import { queryClient } from './query-client.ts'

/** What the server lets the signed-in person do; shown by the console, decided by the server on every call. */
export interface Access {
  readonly configured: boolean
  readonly allowedRoutes: readonly string[]
  readonly patientDataAccess: boolean
}

/** Fetched once after signing in and kept until the session ends or the server says that it changed. */
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
 * Takes over what `access.changed` says. When the patient-data flag was withdrawn, everything that was fetched under
 * it is dropped from the cache at once.
 */
export function takeAccess(change: Pick<Access, 'allowedRoutes' | 'patientDataAccess'>): void {
  const before = queryClient.getQueryData(accessQuery().queryKey)
  if (before) queryClient.setQueryData(accessQuery().queryKey, { ...before, ...change })
  void queryClient.invalidateQueries({ queryKey: accessQuery().queryKey })
  if (!before || before.patientDataAccess === change.patientDataAccess) return
  void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEYS.access })
}

/** Takes over one's own allowed routes from an answer, before the server's event tells of them. */
export function takeAllowedRoutes(allowedRoutes: readonly string[]): void {
  const { queryKey } = accessQuery()
  queryClient.setQueryData(queryKey, (before) => before && { ...before, allowedRoutes })
  void queryClient.invalidateQueries({ queryKey })
}

/** Where people set their accounts up: a password of their own, an authenticator app. */
export const SETUP_PATH = '/account-setup'

/** Where people begin once everything is set up. */
export const FIRST_PAGE = '/devices'

/**
 * Where a person begins: devices, privilege-settings while the system is not configured, or what has to be done first.
 * The guard asks again if this call fails.
 */
export async function firstPage(): Promise<string> {
  try {
    const { configured } = await queryClient.fetchQuery(accessQuery())
    return configured ? FIRST_PAGE : '/privilege-settings'
  } catch (cause) {
    return isSetupRequired(cause) ? SETUP_PATH : FIRST_PAGE
  }
}

/** Whether the signed-in person may open a page; false until that is known. */
export function useMayOpen(page: string): boolean {
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  return Boolean(access?.configured && pageAllows(access.allowedRoutes, page))
}
