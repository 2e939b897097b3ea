import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Which people are shown; `page` is one-based. */
export interface PeopleView {
  readonly search: string
  /** Those alone who asked for a new password. */
  readonly asking: 'all' | 'asking'
  readonly page: number
  readonly pageSize: number
}

/** A page of people by username, kept fresh while it is shown: sign-ins and requests come by themselves. */
export const usersQuery = ({ search, asking, page, pageSize }: PeopleView) =>
  queryOptions({
    queryKey: [KEYS.users, search, asking, page, pageSize],
    queryFn: ({ signal }) =>
      api.call('users', {
        query: {
          page,
          pagesize: pageSize,
          ...(search === '' ? {} : { search }),
          ...(asking === 'asking' ? { asking: 'true' as const } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { refreshMs: 30_000 },
  })

/** Names of the privileges that people can be given. */
export const privilegeNamesQuery = () =>
  queryOptions({
    queryKey: [KEYS.privileges, 'names'],
    queryFn: async ({ signal }) =>
      (await api.call('getPrivileges', { signal })).privilegeList.map(({ privilegeName }) => privilegeName),
  })
