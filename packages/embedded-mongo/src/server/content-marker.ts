import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the file that marks a store which has held content. */
export const contentMarker = (dataDir: string): string => join(dataDir, 'store-has-content')

const TEXT = `The store in this folder has held content. While this file is here, a store that is missing or empty does not start.
`
const LOOK_EVERY_MS = 1_000

/** Reports if the store of a directory is known to have held content. */
export const isMarked = (dataDir: string): boolean => existsSync(contentMarker(dataDir))

/**
 * Marks the directory when its store first holds content. An earlier mark would make an interrupted first start look like
 * a loss.
 * @returns function that ends the watch
 */
export function markContent(dataDir: string, hasContent: () => boolean): () => void {
  const markIfDue = (): void => {
    if (!hasContent()) return
    try {
      writeFileSync(contentMarker(dataDir), TEXT)
      clearInterval(timer)
    } catch {
      // The disk refuses the write now, so it is retried.
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
