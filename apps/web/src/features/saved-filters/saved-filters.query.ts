import { queryOptions } from '@tanstack/react-query'
import type { SavedFilter } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { session } from '../../lib/session/index.ts'

/** Query for the saved filters of a page: the user's own and shared ones. @param page route of the page */
export const savedFiltersQuery = (page: string) =>
  queryOptions({
    queryKey: [KEYS.savedFilters, page],
    queryFn: async ({ signal }): Promise<SavedFilter[]> => {
      const query = { userName: session.read()?.userName ?? '', showOn: page }
      return (await api.call('getFiltersForUser', { query, signal })).data
    },
    staleTime: 60_000,
  })

/** True if a saved filter belongs to the signed-in user. */
export const isOwn = ({ userName }: SavedFilter): boolean =>
  userName.toLowerCase() === session.read()?.userName.toLowerCase()
