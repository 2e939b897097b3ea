import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** What each kind takes on disk, and how long it is kept. A saved retention makes it doubtful. */
export const storageUsageQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'storage-usage'],
    queryFn: async ({ signal }) => (await api.call('getStorageUsage', { signal })).data,
    staleTime: 0,
  })
