import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

/** Steps of the first setup, in their order. */
export type SetupSteps = ResponseOf<'setupState'>['steps']

/** Query for the progress of the first setup. */
export const setupQuery = () =>
  queryOptions({
    queryKey: [KEYS.setup],
    queryFn: async ({ signal }) => (await api.call('setupState', { signal })).steps,
    staleTime: 0,
    meta: { refreshMs: REFRESH_MS, quiet: true },
  })
