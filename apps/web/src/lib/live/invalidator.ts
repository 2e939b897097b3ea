import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Minimum interval between two invalidations, in milliseconds. */
const WAIT_MS = 1_000

/** Collects query keys and invalidates each once after a short wait. */
export function createInvalidator(client: QueryClient, waitMs = WAIT_MS): (key: QueryKey) => void {
  const waiting = new Map<string, QueryKey>()
  return (key) => {
    if (waiting.size === 0)
      setTimeout(() => {
        const keys = [...waiting.values()]
        waiting.clear()
        for (const queryKey of keys) void client.invalidateQueries({ queryKey })
      }, waitMs)
    waiting.set(JSON.stringify(key), key)
  }
}
