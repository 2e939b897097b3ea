import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

/** Every privilege, by name. */
export const privilegesQuery = () =>
  queryOptions({
    queryKey: [KEYS.privileges],
    queryFn: async ({ signal }) => (await api.call('getPrivileges', { signal })).privilegeList,
  })

/**
 * Who holds a privilege: how many, and their names for those who may see users. It has a key of its own: when a privilege
 * is deleted, the list is read again and its holders are not.
 */
export const holdersQuery = (id: string) =>
  queryOptions({
    queryKey: [KEYS.privilegeHolders, id],
    queryFn: ({ signal }) => api.call('privilegeHolders', { params: { id }, signal }),
    staleTime: 0,
    meta: { refreshMs: REFRESH_MS },
  })
