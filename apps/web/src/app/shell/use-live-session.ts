import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accessQuery } from '../../lib/access.ts'
import { liveStream } from '../../lib/live/index.ts'

/** Keeps the live stream open while the shell is shown, and the allowed routes fetched for menu and guard. */
export function useLiveSession(): void {
  useQuery(accessQuery())
  useEffect(() => {
    liveStream.start()
    return () => liveStream.stop()
  }, [])
}
