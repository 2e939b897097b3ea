import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Ingestion keys, the newest first. */
export const ingestKeysQuery = () =>
  queryOptions({
    queryKey: [KEYS.ingestKeys],
    queryFn: async ({ signal }) => (await api.call('listKeys', { signal })).data,
    meta: { refreshMs: 30_000 },
  })
