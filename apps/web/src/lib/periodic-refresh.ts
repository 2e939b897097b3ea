import type { QueryClient } from '@tanstack/react-query'

/** Interval in milliseconds between refetches of shown data, even when live events keep it fresh. */
export const REFRESH_MS = 50_000

/** Precision of the refresh, in milliseconds. */
const TICK_MS = 1_000

/**
 * Refetches shown queries whose `meta.refreshMs` has passed since their last fetch. TanStack's `refetchInterval`
 * restarts with every live patch, so it would never fire while events arrive. Hidden tabs wait until they are
 * visible. Returns the stop function.
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
