import type { QueryClient } from '@tanstack/react-query'

/** What is shown is read again this often, also when live events keep it fresh. Milliseconds. */
export const REFRESH_MS = 50_000

/** How exactly the refresh keeps its time. Milliseconds. */
const TICK_MS = 1_000

/**
 * Reads the shown queries again whose `meta.refreshMs` has passed since they were last read. TanStack's own
 * `refetchInterval` begins again with every patch of a live event, so that it would never fire while events flow.
 * Hidden tabs wait until they are looked at. Returns the stop function.
 */
export function startPeriodicRefresh(client: QueryClient): () => void {
  const refresh = (): void => {
    if (document.visibilityState === 'hidden') return
    const now = Date.now()
    void client.refetchQueries(
      {
        type: 'active',
        predicate: ({ meta, state }) => {
          const readAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
          return meta?.refreshMs !== undefined && readAt > 0 && now - readAt >= meta.refreshMs
        },
      },
      { cancelRefetch: false },
    )
  }
  const timer = setInterval(refresh, TICK_MS)
  document.addEventListener('visibilitychange', refresh)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', refresh)
  }
}
