import { QueryClient } from '@tanstack/react-query'
import { CallError } from './api.ts'
import type { LiveScope } from './live/live-scope.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** A poll in the background: no loader bar shows it. */
      readonly quiet?: boolean
      /** Read again this often while it is shown, milliseconds. */
      readonly refreshMs?: number
      /** What of the live data decides its answer; without it live events are only written into what it holds. */
      readonly liveScope?: LiveScope
    }
  }
}

const TRIES_AFTER_CONNECTION_LOSS = 1

/** A refusal is an answer: asking again changes nothing. Only a server out of reach is worth a second try. */
const worthAnotherTry = (failures: number, cause: Error): boolean =>
  !(cause instanceof CallError && cause.status < 500) && failures < TRIES_AFTER_CONNECTION_LOSS

/**
 * The console's one cache. Live events keep it fresh, so that nothing is refetched just because it is shown again. Whether
 * the server can be reached is found by asking it, `always`: what the browser thinks of its network says nothing of a server
 * on the same machine or site, and a change that waits for another opinion would be sent when nobody expects it any more.
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
