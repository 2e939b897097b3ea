import { type QueryCache, queryOptions, useQuery } from '@tanstack/react-query'
import type { MapInfo } from '@wardtrack/contracts'
import { api, CallError } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import type { Point, Size } from '../../map-engine/index.ts'

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

/** Assumed scale if neither the map nor its image gives the plan's size. */
const pixelsPerMetre = 10

/** Query for a map's name and sizes. */
export const mapInfoQuery = (mapId: string) =>
  queryOptions({
    queryKey: [KEYS.maps, 'one', mapId],
    queryFn: ({ signal }): Promise<MapInfo> => api.call('getMap', { params: { mapId }, signal }),
    staleTime: 5 * 60_000,
  })

/** Query for a map's decoded image, ready to be drawn; null if it has none. */
export const planQuery = (mapId: string) =>
  queryOptions({
    queryKey: [KEYS.image, 'plan', mapId],
    queryFn: async ({ client, signal }): Promise<ImageBitmap | null> => {
      releaseImages(client.getQueryCache())
      // A map without an image is not requested, because each attempt would log an error in the browser's console.
      const known = await client.fetchQuery(mapInfoQuery(mapId)).catch(() => undefined)
      if (known?.width === null) return null
      try {
        const response = await api.open('image', { params: { path: `Maps/${mapId}.jpg` }, signal })
        return await createImageBitmap(await response.blob())
      } catch (cause) {
        if (cause instanceof CallError && cause.status === 404) return null
        throw cause
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  })

/** A plan that can be drawn, or its placeholder. */
export interface OpenPlan {
  readonly mapId: string
  readonly size: Size
  /** Width of the plan in metres; undefined if unknown. */
  readonly metres: number | undefined
  /** Metres per pixel along each axis; undefined if the plan's size was only assumed. */
  readonly metresPerPixel: Point | undefined
  readonly name: string
  readonly image: ImageBitmap | undefined
  /** Reason for the missing image. */
  readonly missing: 'no image' | 'not loaded' | undefined
}

function sizeOf(info: MapInfo | undefined, image: ImageBitmap | null | undefined): Size {
  if (image) return { width: image.width, height: image.height }
  if (info?.width && info.height) return { width: info.width, height: info.height }
  const { xDimension = 100, yDimension = 60 } = info ?? {}
  return { width: xDimension * pixelsPerMetre, height: yDimension * pixelsPerMetre }
}

function perPixelOf(info: MapInfo | undefined, size: Size): Point | undefined {
  if (!info || info.dimensionsAssumed || info.xDimension <= 0 || info.yDimension <= 0) return undefined
  return { x: info.xDimension / size.width, y: info.yDimension / size.height }
}

/**
 * Returns the plan of a map once it is known whether it has an image; undefined while it loads. A map whose image or
 * sizes cannot be fetched opens on squared paper, because its markers matter more.
 */
export function useOpenPlan(mapId: string | undefined): OpenPlan | undefined {
  const info = useQuery({ ...mapInfoQuery(mapId ?? ''), enabled: mapId !== undefined })
  const plan = useQuery({ ...planQuery(mapId ?? ''), enabled: mapId !== undefined })
  if (mapId === undefined || info.isPending || plan.isPending) return undefined
  const size = sizeOf(info.data, plan.data)
  const missing = plan.isError ? 'not loaded' : plan.data ? undefined : 'no image'
  return {
    mapId,
    size,
    metres: info.data && info.data.xDimension > 0 ? info.data.xDimension : undefined,
    metresPerPixel: perPixelOf(info.data, size),
    name: info.data?.name ?? '',
    image: plan.data ?? undefined,
    missing,
  }
}
