import type { ServiceParts } from '@wardtrack/access'
import { type JobResult, MAX_JOB_FAILURES, messages } from '@wardtrack/contracts'
import type { Jobs } from '@wardtrack/jobs'
import { type AssetStatus, changePart, PART_SIZE, readPart, type StatusStore } from './asset-status.store.ts'

/** Job that sets the status of the assets of a selection. */
export const STATUS_JOB = 'assets.status'

/** Parameters of a job. `undoes`: job whose changes are reverted. */
export type StatusParams = { selection: string; total: number; status: AssetStatus; undoes?: string }

/** Progress of a job: the next part of the selection, and the result of the previous ones. */
type Cursor = { part: number; result: JobResult }

/** Defines the job that changes the status of many assets. */
export function defineStatusJob(parts: ServiceParts & StatusStore, jobs: Jobs): void {
  jobs.defineJob<StatusParams, Cursor>({
    kind: STATUS_JOB,
    run: async ({ id, params: { selection, total, status, undoes }, cursor }, control) => {
      let { part, result } = cursor ?? { part: 0, result: { changed: 0, failed: 0, failures: [] } }
      while (part * PART_SIZE < total) {
        control.signal.throwIfAborted()
        const ids = await readPart(parts, selection, part)
        const { changed, failed } = await changePart(parts, ids, { job: id, status, undoes })
        if (changed.length > 0)
          parts.bus.publish('asset.changed', {
            changes: changed.map(({ AssetType, AssetId }) => ({ AssetType, AssetId, change: 'status' })),
            tagKeys: [],
          })
        result = withPart(result, changed.length, failed)
        part += 1
        await control.saveProgress({ part, result }, Math.min(part * PART_SIZE, total), total, result)
      }
    },
  })
}

const withPart = (result: JobResult, changed: number, failed: readonly string[]): JobResult => ({
  changed: result.changed + changed,
  failed: result.failed + failed.length,
  failures: [...result.failures, ...failed.map((key) => ({ key, message: messages.statusUnchanged }))].slice(
    0,
    MAX_JOB_FAILURES,
  ),
})
