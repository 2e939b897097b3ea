import { statfsSync } from 'node:fs'
import { StoreError } from '../errors.ts'

/** Free bytes below which a disk counts as full, because a commit may need a few pages. */
const MIN_SPACE = 1024 ** 2

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the error for a writer whose write the disk refused. */
export function diskError(directory: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  return freeSpace(directory) < MIN_SPACE
    ? new StoreError(14031, `The disk is full, nothing was written: ${reasonOf(error)}`)
    : new StoreError(1, `The commit failed, nothing was written: ${reasonOf(error)}`)
}

/** Returns the free bytes. A broken disk that does not report them does not count as full. */
function freeSpace(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
