import { statfsSync } from 'node:fs'

/** Error codes of the system for a file that may not be written, and lmdb's texts for them. */
const NOT_WRITABLE = /^(?:EACCES|EPERM|EROFS)$/
const NOT_WRITABLE_TEXT = /permission denied|operation not permitted|read-only file system/i
/** Names and words of lmdb's errors about the content of a file. */
const DAMAGED_TEXT =
  /MDB_(?:INVALID|CORRUPTED|VERSION_MISMATCH|PAGE_NOTFOUND|PANIC)|not an LMDB file|corrupt/i

/** Error of a store that does not start. Its message helps the operator. */
export class StoreNotStarted extends Error {
  override readonly name = 'StoreNotStarted'
}

/** Converts a start error to `StoreNotStarted`; returns unknown errors unchanged. */
export function explainStartError(error: unknown, dataDir: string): unknown {
  if (error instanceof StoreNotStarted || !(error instanceof Error)) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (NOT_WRITABLE.test(code) || NOT_WRITABLE_TEXT.test(error.message))
    return new StoreNotStarted(
      `The store in ${dataDir} cannot be written: the account that runs Wardtrack must own this folder and its files, on a disk that is not read-only (${error.message})`,
    )
  if (code === 'ENOSPC' || isFull(dataDir))
    return new StoreNotStarted(`The disk of ${dataDir} is full: make room and start again (${error.message})`)
  if (DAMAGED_TEXT.test(error.message)) return damagedStore(dataDir, error.message)
  return error
}

/** @param reason detected damage */
export const damagedStore = (dataDir: string, reason: string): StoreNotStarted =>
  new StoreNotStarted(
    `The store in ${dataDir} is damaged and was not opened: put a backup of this folder in its place (${reason})`,
  )

/** @param marker path of the file that marks the content */
export const emptiedStore = (dataDir: string, marker: string): StoreNotStarted =>
  new StoreNotStarted(
    `The store in ${dataDir} has held a hospital and is empty now: put a backup of this folder in its place, or remove ${marker} to begin with an empty store`,
  )

function isFull(dataDir: string): boolean {
  try {
    return statfsSync(dataDir).bavail === 0
  } catch {
    return false
  }
}
