import type { Query, QueryClient } from '@tanstack/react-query'

/** However many live events touch a query, it is read again at most this often. Milliseconds. */
export const REREAD_EVERY_MS = 5_000
/** Events that belong together arrive together: the first one waits this long for the others. Milliseconds. */
const SOONEST_MS = 1_000

/** Reads queries again whose answer live events have put in doubt: soon, and throttled for each query. */
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
        // A reading that is under way is not begun again: a slow server would never come to its end.
        void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
      },
      Math.max(SOONEST_MS, REREAD_EVERY_MS - sinceRead),
    )
  }
}
