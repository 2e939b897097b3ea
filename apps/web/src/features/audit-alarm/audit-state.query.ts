import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

/** What the last verification of the audit log found, the alarm if there is one, and how long entries are kept. */
export const auditStateQuery = () =>
  queryOptions({
    queryKey: [KEYS.audit, 'state'],
    queryFn: ({ signal }) => api.call('auditState', { signal }),
    meta: { refreshMs: REFRESH_MS, quiet: true },
  })
