import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

/** Query for all privileges, by name. */
export const privilegesQuery = () =>
  queryOptions({
    queryKey: [KEYS.privileges],
    queryFn: async ({ signal }) => (await api.call('getPrivileges', { signal })).privilegeList,
  })

/**
 * Query for the number of a privilege's users, and their names for users who may see them. The query has a separate
 * key: after a deletion the list of privileges is refetched, but not the users of the deleted one.
 */
export const holdersQuery = (id: string) =>
  queryOptions({
    queryKey: [KEYS.privilegeHolders, id],
    queryFn: ({ signal }) => api.call('privilegeHolders', { params: { id }, signal }),
    staleTime: 0,
    meta: { refreshMs: REFRESH_MS },
  })
