import type { RowError } from '@wardtrack/contracts'
import type { ImportDoc } from '@wardtrack/database'
import type { ImportStore } from './imports.store.ts'

/** A page of what is wrong with the rows of a file, in the order of its lines. */
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
