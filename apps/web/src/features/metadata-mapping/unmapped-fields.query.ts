import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** What integrations send and the mapping lacks. */
export const unmappedFieldsQuery = () =>
  queryOptions({
    queryKey: [KEYS.metadata, 'unmapped-fields'],
    queryFn: async ({ signal }) => (await api.call('getUnmappedFields', { signal })).data,
    staleTime: 0,
  })
