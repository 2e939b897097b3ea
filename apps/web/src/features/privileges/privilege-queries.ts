import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Every privilege, by name. */
export const privilegesQuery = () =>
  queryOptions({
    queryKey: [KEYS.privileges],
    queryFn: async ({ signal }) => (await api.call('getPrivileges', { signal })).privilegeList,
  })

/** Who holds a privilege: how many, and their names for those who may see users. */
export const holdersQuery = (id: string) =>
  queryOptions({
    queryKey: [KEYS.privileges, 'holders', id],
    queryFn: ({ signal }) => api.call('privilegeHolders', { params: { id }, signal }),
    staleTime: 0,
  })
