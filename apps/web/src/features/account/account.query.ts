import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Query for the user's own sessions, last used first. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: [KEYS.ownSessions],
    queryFn: async ({ signal }) => (await api.call('ownSessions', { signal })).data,
    meta: { refreshMs: 60_000 },
  })
