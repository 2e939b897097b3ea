import { QueryClient } from '@tanstack/react-query'
import { CallError } from './api.ts'
import type { LiveScope } from './live/live-scope.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** True for a background poll, which shows no loader bar. */
      readonly quiet?: boolean
      /** Refetch interval while shown, in milliseconds. */
      readonly refreshMs?: number
      /** Live data that decides the query's result. Without a scope, live events only patch the cached data. */
      readonly liveScope?: LiveScope
    }
  }
}

const TRIES_AFTER_CONNECTION_LOSS = 1

/** Retries once if the server is unreachable. A refusal is an answer, so repeating the request changes nothing. */
const worthAnotherTry = (failures: number, cause: Error): boolean =>
  !(cause instanceof CallError && cause.status < 500) && failures < TRIES_AFTER_CONNECTION_LOSS

/**
 * The console's query cache. Live events keep it fresh, so showing data again fetches nothing. With `always`,
 * requests are sent even if the browser reports no network, because the server may be on the same machine or site. A
 * change that waited for the network would be sent at an unexpected time.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: worthAnotherTry,
      retryDelay: 800,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
