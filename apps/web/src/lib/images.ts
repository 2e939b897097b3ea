import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { KEYS } from './queries.ts'
import { queryClient } from './query-client.ts'

const ROOT = 'var/uploads/images/'

/** Path below the image root, as the `image` call takes it. Answers carry it with the root in front. */
export function imagePath(stored: string): string {
  const bare = stored.replace(/^\//, '')
  return bare.startsWith(ROOT) ? bare.slice(ROOT.length) : bare
}

/**
 * A stored image as an object URL: the call needs the bearer header, so a plain `src` cannot fetch it. The URL is
 * released when the cache lets go of it.
 * @param stored path as the metadata mapping holds it, or below var/uploads/images (`Maps/{mapId}.jpg`)
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

/** Object URL of a stored image; undefined while it loads, when there is none, and when it could not be fetched. */
export function useStoredImage(stored: string | undefined): { url: string | undefined; failed: boolean } {
  const { data, isError } = useQuery({ ...imageQuery(stored ?? ''), enabled: Boolean(stored) })
  return { url: data, failed: isError }
}

/** Releases object URLs with their cache entries. Installed once, by the console's root. */
export function releaseImagesWithCache(): () => void {
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryKey[0] === KEYS.image && typeof query.state.data === 'string')
      URL.revokeObjectURL(query.state.data)
  })
}
