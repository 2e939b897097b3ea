import type { Query, QueryClient } from '@tanstack/react-query'

/** Minimum interval between two refetches of a query because of live events, in milliseconds. */
export const REREAD_EVERY_MS = 5_000
/** Wait after the first event, because related events arrive together. In milliseconds. */
const SOONEST_MS = 1_000

/** Refetches queries whose result live events may have changed: soon, and throttled per query. */
export function createRereadQueue(client: QueryClient): (query: Query) => void {
  const waiting = new Set<string>()
  return (query) => {
    const { queryHash, queryKey } = query
    if (waiting.has(queryHash)) return
    waiting.add(queryHash)
    const sinceRead = Date.now() - query.state.dataUpdatedAt
    setTimeout(
      () => {
        waiting.delete(queryHash)
        // A running fetch is not restarted, because a slow server would never finish.
        void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
      },
      Math.max(SOONEST_MS, REREAD_EVERY_MS - sinceRead),
    )
  }
}
