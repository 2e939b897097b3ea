import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'

/** Bulk change of status: assets by their keys, or all assets that match criteria. */
export type BulkChange = { readonly status: 'active' | 'inactive' } & (
  | { readonly keys: string[] }
  | { readonly criteria: Record<string, unknown>[] }
)

/** Running or finished change of status, by its job. */
export interface RunningChange {
  readonly job: string
  readonly kind: 'change' | 'undo'
}

/** Changes the status of many assets on the server, and can undo the change. */
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
