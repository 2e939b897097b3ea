/** Code of the store for a unique key that is taken. */
const DUPLICATE_KEY = 11_000

/** What of an unordered bulk write was not done, by the operation's index. */
export type BulkFailures = {
  /** operations that met a key which is taken */
  duplicates: ReadonlySet<number>
  /** operations that failed for any other reason */
  failed: ReadonlyMap<number, Error>
}

type WriteError = { index: number; code?: number; errmsg?: string }
type BulkError = {
  writeErrors?: WriteError | readonly WriteError[]
  result?: { getWriteConcernError?: () => unknown }
}

/** Whether a single write failed because a unique key is taken. Of a bulk write it tells of the first error alone. */
export const isDuplicateKey = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === DUPLICATE_KEY

/**
 * Tells the failures of an unordered bulk write apart. The error's own code is that of the first failure: a real one
 * beside a taken key would pass for harmless.
 * @throws the error itself when it is not about single operations: the store was out of reach, or nothing is durable
 */
export function bulkFailures(error: unknown): BulkFailures {
  const { writeErrors, result } = (error ?? {}) as BulkError
  const errors = writeErrors === undefined ? [] : [writeErrors].flat()
  if (errors.length === 0 || result?.getWriteConcernError?.()) throw error
  const duplicates = new Set<number>()
  const failed = new Map<number, Error>()
  for (const { index, code, errmsg } of errors)
    if (code === DUPLICATE_KEY) duplicates.add(index)
    else failed.set(index, new Error(errmsg ?? 'a write failed', { cause: error }))
  return { duplicates, failed }
}

/** Passes over the operations of an unordered bulk write that met a taken key. @throws when anything else failed */
export function ignoreDuplicates(error: unknown): void {
  if (bulkFailures(error).failed.size > 0) throw error
}
