import { queryClient } from '../query-client.ts'
import { session } from './index.ts'

/** Why a session ended, where the login page has something to say about it. */
export type EndReason = 'logout' | 'expired' | 'locked' | 'password' | 'refused'

/**
 * Forgets the session: the three stored keys, the allowed routes and everything that was fetched under it. The guard
 * then leads to login with the history entry replaced. Ending twice is no error.
 */
export function endSession(reason: EndReason): void {
  if (!session.read()) return
  lastEnd = reason
  session.end()
  queryClient.clear()
}

let lastEnd: EndReason | undefined

/** The reason of the last end, once: the login page says it and forgets it. */
export function takeEndReason(): EndReason | undefined {
  const reason = lastEnd
  lastEnd = undefined
  return reason
}
