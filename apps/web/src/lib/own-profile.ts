import { queryOptions } from '@tanstack/react-query'
import type { Preferences } from '@wardtrack/contracts'
import { api } from './api.ts'
import { KEYS } from './queries.ts'
import { queryClient } from './query-client.ts'

/** One's own account, and what has to be done before it opens anything. */
export const profileQuery = () =>
  queryOptions({
    queryKey: [KEYS.profile],
    queryFn: async ({ signal }) => (await api.call('ownProfile', { signal })).data,
    staleTime: 60_000,
    meta: { quiet: true },
  })

let sent: Promise<unknown> = Promise.resolve()

/**
 * Keeps choices with the account, in the order in which they are made. What fails is kept in this browser alone, and
 * sent with the next choice of the same kind.
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
