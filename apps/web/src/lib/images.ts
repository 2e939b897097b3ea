import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { KEYS } from './queries.ts'
import { queryClient } from './query-client.ts'

const ROOT = 'var/uploads/images/'

/** Returns the path below the image root, for the `image` call. Responses include the root in the path. */
export function imagePath(stored: string): string {
  const bare = stored.replace(/^\//, '')
  return bare.startsWith(ROOT) ? bare.slice(ROOT.length) : bare
}

/**
 * Query for a stored image as an object URL. The call needs the bearer header, so a plain `src` cannot fetch it. The
 * URL is released when the cache drops it.
 * @param stored path in the metadata mapping, or below var/uploads/images (`Maps/{mapId}.jpg`)
 */
export const imageQuery = (stored: string) =>
  queryOptions({
    queryKey: [KEYS.image, imagePath(stored)],
    queryFn: async ({ signal }): Promise<string> => {
      const response = await api.open('image', { params: { path: imagePath(stored) }, signal })
      return URL.createObjectURL(await response.blob())
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10 * 60_000,
    retry: false,
  })

/** Returns the object URL of a stored image; undefined while it loads, if there is none, and after a failure. */
export function useStoredImage(stored: string | undefined): { url: string | undefined; failed: boolean } {
  const { data, isError } = useQuery({ ...imageQuery(stored ?? ''), enabled: Boolean(stored) })
  return { url: data, failed: isError }
}

/** In milliseconds. A replaced image stays on the page until the next one is drawn. */
const RELEASE_AFTER_MS = 10_000

/**
 * Releases object URLs a while after the cache has dropped or replaced them. The console's root calls it once.
 * Returns the function that uninstalls.
 */
export function releaseImagesWithCache(): () => void {
  const cachedUrls = new Map<string, string>()
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryKey[0] !== KEYS.image) return
    const before = cachedUrls.get(query.queryHash)
    const { data } = query.state
    const now = type === 'removed' || typeof data !== 'string' ? undefined : data
    if (before === now) return
    if (now === undefined) cachedUrls.delete(query.queryHash)
    else cachedUrls.set(query.queryHash, now)
    if (before !== undefined) setTimeout(() => URL.revokeObjectURL(before), RELEASE_AFTER_MS)
  })
}
