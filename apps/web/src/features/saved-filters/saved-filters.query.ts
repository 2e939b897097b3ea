import { queryOptions } from '@tanstack/react-query'
import type { SavedFilter } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { session } from '../../lib/session/index.ts'

/** The saved filters of a page: one's own and those that others share. @param page its route */
export const savedFiltersQuery = (page: string) =>
  queryOptions({
    queryKey: [KEYS.savedFilters, page],
    queryFn: async ({ signal }): Promise<SavedFilter[]> => {
      const query = { userName: session.read()?.userName ?? '', showOn: page }
      return (await api.call('getFiltersForUser', { query, signal })).data
    },
    staleTime: 60_000,
  })

/** Whether a saved filter is the signed-in person's own. */
export const isOwn = ({ userName }: SavedFilter): boolean =>
  userName.toLowerCase() === session.read()?.userName.toLowerCase()
