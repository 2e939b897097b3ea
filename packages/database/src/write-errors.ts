/** Error code of the store for a duplicate unique key. */
const DUPLICATE_KEY = 11_000

/** Failed operations of an unordered bulk write, by index. */
export type BulkFailures = {
  /** operations with a duplicate key */
  duplicates: ReadonlySet<number>
  /** operations that failed for any other reason */
  failed: ReadonlyMap<number, Error>
}

type WriteError = { index: number; code?: number; errmsg?: string }
type BulkError = {
  writeErrors?: WriteError | readonly WriteError[]
  result?: { getWriteConcernError?: () => unknown }
}

/** Returns true if a single write failed by a duplicate key. For a bulk write it only covers the first error. */
export const isDuplicateKey = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === DUPLICATE_KEY

/**
 * Separates the failures of an unordered bulk write. The error's own code is that of the first failure, so that a
 * duplicate key could hide a real failure.
 * @throws the error itself when it is not about single operations: the store was unreachable, or nothing is durable
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

/** Ignores duplicate keys in an unordered bulk write. @throws when anything else failed */
export function ignoreDuplicates(error: unknown): void {
  if (bulkFailures(error).failed.size > 0) throw error
}
