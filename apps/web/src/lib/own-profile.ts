import { queryOptions } from '@tanstack/react-query'
import type { Preferences } from '@wardtrack/contracts'
import { api } from './api.ts'
import { KEYS } from './queries.ts'
import { queryClient } from './query-client.ts'

/** Query for the user's own account, and for required setup steps. */
export const profileQuery = () =>
  queryOptions({
    queryKey: [KEYS.profile],
    queryFn: async ({ signal }) => (await api.call('ownProfile', { signal })).data,
    staleTime: 60_000,
    meta: { quiet: true },
  })

let sent: Promise<unknown> = Promise.resolve()

/**
 * Saves choices with the account, in order. A choice that fails stays in this browser only, and is sent with the next
 * choice of the same kind.
 */
export function keepPreferences(choice: Preferences): void {
  sent = sent.then(() => api.call('savePreferences', { body: choice }).catch(() => undefined))
  queryClient.setQueryData(profileQuery().queryKey, (profile) => {
    if (!profile) return profile
    const { preferences } = profile
    const tables = { ...preferences.tables, ...choice.tables }
    return { ...profile, preferences: { ...preferences, ...choice, tables } }
  })
}
