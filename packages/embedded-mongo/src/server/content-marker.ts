import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the file that tells that the store of a directory has held content. */
export const contentMarker = (dataDir: string): string => join(dataDir, 'store-has-content')

const TEXT = `The store in this folder has held content. While this file is here, a store that is missing or empty does not start.
`
const LOOK_EVERY_MS = 1_000

/** Reports if the store of a directory is known to have held content. */
export const isMarked = (dataDir: string): boolean => existsSync(contentMarker(dataDir))

/**
 * Marks the directory as soon as its store holds content: not before, or a first start that was cut off would look like
 * a loss.
 * @returns ends the watch
 */
export function markContent(dataDir: string, hasContent: () => boolean): () => void {
  const markIfDue = (): void => {
    if (!hasContent()) return
    try {
      writeFileSync(contentMarker(dataDir), TEXT)
      clearInterval(timer)
    } catch {
      // The disk takes nothing now: tried again.
    }
  }
  const timer = setInterval(markIfDue, LOOK_EVERY_MS)
  timer.unref()
  markIfDue()
  return () => {
    if (!isMarked(dataDir)) markIfDue()
    clearInterval(timer)
  }
}
