import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'

const EVERY_MS = 30_000

const fileCountQuery = () =>
  queryOptions({
    queryKey: ['file-count'],
    queryFn: async ({ signal }) => (await api.call('filesCount', { signal })).count,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    retry: false,
    meta: { quiet: true },
  })

/**
 * True if the number of stored files differs from the last known one. -1 means that the listing failed, and is
 * ignored.
 */
export const filesChanged = (known: number | undefined, count: number): boolean =>
  count !== -1 && known !== undefined && count !== known

/** Polls the number of stored files every 30 s, and reloads images and their paths when it changes. */
export function useFileCountPoll(): void {
  const { data: count } = useQuery(fileCountQuery())
  const known = useRef<number>(undefined)
  useEffect(() => {
    if (count === undefined) return
    if (filesChanged(known.current, count))
      for (const key of [KEYS.image, KEYS.metadata]) void queryClient.invalidateQueries({ queryKey: [key] })
    if (count !== -1) known.current = count
  }, [count])
}
