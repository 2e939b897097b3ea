import { QueryClient } from '@tanstack/react-query'
import { CallError } from './api.ts'

const TRIES_AFTER_CONNECTION_LOSS = 1

/** A refusal is an answer: asking again changes nothing. Only a server out of reach is worth a second try. */
const worthAnotherTry = (failures: number, cause: Error): boolean =>
  !(cause instanceof CallError && cause.status < 500) && failures < TRIES_AFTER_CONNECTION_LOSS

/** The console's one cache. Live events keep it fresh, so that nothing is refetched just because it is shown again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: worthAnotherTry, retryDelay: 800, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
