import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accessQuery } from '../../lib/access.ts'
import { liveStream } from '../../lib/live/index.ts'
import { startPeriodicRefresh } from '../../lib/periodic-refresh.ts'
import { queryClient } from '../../lib/query-client.ts'

/**
 * Keeps data fresh while the shell is shown: the live stream, the periodic refresh, and the allowed routes for menu
 * and guard.
 */
export function useLiveSession(): void {
  useQuery(accessQuery())
  useEffect(() => {
    liveStream.start()
    return () => liveStream.stop()
  }, [])
  useEffect(() => startPeriodicRefresh(queryClient), [])
}
