import type { RowError } from '@wardtrack/contracts'
import type { ImportDoc } from '@wardtrack/database'
import type { ImportStore } from './imports.store.ts'

/** Returns a page of the row errors of a file, in line order. */
export async function pageOfErrors(
  store: ImportStore,
  { _id, run }: ImportDoc,
  { page, pagesize }: { page: number; pagesize: number },
): Promise<{ data: RowError[]; count: number }> {
  const data: RowError[] = []
  if (run)
    for await (const errors of store.errorsFrom(_id, run.jobId, (page - 1) * pagesize)) {
      data.push(...errors.slice(0, pagesize - data.length))
      if (data.length >= pagesize) break
    }
  return { data, count: run?.errors ?? 0 }
}
