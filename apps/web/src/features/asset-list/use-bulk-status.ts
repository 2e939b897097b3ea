import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'

/** Which assets are activated or deactivated: by their keys, or everything that criteria find. */
export type BulkChange = { readonly status: 'active' | 'inactive' } & (
  | { readonly keys: string[] }
  | { readonly criteria: Record<string, unknown>[] }
)

/** A change of status that is under way or has ended, by its job. */
export interface RunningChange {
  readonly job: string
  readonly kind: 'change' | 'undo'
}

/** Changes the status of many assets on the server, and takes that back. */
export function useBulkStatus() {
  const [running, setRunning] = useState<RunningChange>()
  const invalidates = [[KEYS.assetTable]]
  const change = useApiMutation({
    call: (body: BulkChange) => api.call('changeBulkStatus', { body: { ...body, wait: false } }),
    success: ({ job, message }) => (job ? undefined : message),
    failure: () => undefined,
    invalidates,
    onSuccess: ({ job }) => setRunning(job ? { job: job.id, kind: 'change' } : undefined),
  })
  const undo = useApiMutation({
    call: (job: string) => api.call('undoBulkStatus', { body: { job, wait: false } }),
    invalidates,
    onSuccess: ({ job }) => setRunning(job ? { job: job.id, kind: 'undo' } : undefined),
  })
  return { running, change, undo, dismiss: () => setRunning(undefined) }
}
