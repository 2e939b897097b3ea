import type { QueryCache } from '@tanstack/react-query'

/** Delay in milliseconds, after which all users of an image have switched to its successor. */
const takeOverMs = 5_000

const watched = new WeakSet<QueryCache>()

/**
 * Closes decoded images that leave a cache, because their query was removed or has fetched another image. A plan of
 * 10,000 × 10,000 pixels takes 400 MB that the garbage collector does not see. A second call for the same cache does
 * nothing.
 */
export function releaseImages(cache: QueryCache): void {
  if (watched.has(cache)) return
  watched.add(cache)
  const cachedImages = new Map<string, ImageBitmap>()
  cache.subscribe(({ type, query }) => {
    if (type !== 'removed' && type !== 'updated') return
    const { queryHash } = query
    const before = cachedImages.get(queryHash)
    const data: unknown = type === 'removed' ? undefined : query.state.data
    if (before === data) return
    if (isImage(data)) cachedImages.set(queryHash, data)
    else cachedImages.delete(queryHash)
    if (before) setTimeout(() => before.close(), type === 'removed' ? 0 : takeOverMs)
  })
}

const isImage = (data: unknown): data is ImageBitmap =>
  typeof ImageBitmap !== 'undefined' && data instanceof ImageBitmap
