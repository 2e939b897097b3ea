import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

/** How far the first set-up of the installation is. */
export const setupQuery = () =>
  queryOptions({
    queryKey: [KEYS.setup],
    queryFn: async ({ signal }) => (await api.call('setupState', { signal })).steps,
    staleTime: 0,
    meta: { refreshMs: REFRESH_MS, quiet: true },
  })
