import type { QueryCache } from '@tanstack/react-query'

/** Whoever shows an image has taken over its successor by then. Milliseconds. */
const takeOverMs = 5_000

const watched = new WeakSet<QueryCache>()

/**
 * Closes the decoded images that leave a cache, because their query is removed or has read another image: a plan of
 * 10,000 × 10,000 pixels takes 400 MB that the garbage collector does not see. Asked again for the same cache it does
 * nothing more.
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
