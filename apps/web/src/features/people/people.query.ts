import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Filter of the users; `page` is one-based. */
export interface PeopleView {
  readonly search: string
  /** `asking` for only the users who asked for a new password. */
  readonly asking: 'all' | 'asking'
  readonly page: number
  readonly pageSize: number
}

/** Query for a page of users by username, refetched while shown, because sign-ins and requests change it. */
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

/** Query for the privileges with their pages. */
export const privilegesQuery = () =>
  queryOptions({
    queryKey: [KEYS.privileges, 'of people'],
    queryFn: async ({ signal }) => (await api.call('getPrivileges', { signal })).privilegeList,
  })

/** Query for the names of the privileges. */
export const privilegeNamesQuery = () =>
  queryOptions({
    queryKey: [KEYS.privileges, 'names'],
    queryFn: async ({ signal }) =>
      (await api.call('getPrivileges', { signal })).privilegeList.map(({ privilegeName }) => privilegeName),
  })
