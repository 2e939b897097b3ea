import { queryClient } from '../query-client.ts'
import { unsavedChanges } from '../unsaved-changes.ts'
import { session } from './index.ts'

/** Reason for the end of a session, for the login page's message. */
export type EndReason = 'logout' | 'expired' | 'locked' | 'password' | 'refused'

/** An ended session, for the login page. */
export interface EndedSession {
  readonly reason: EndReason
  readonly userName: string
  /** Path of the open page with its parameters: `/admin-config?tab=keys`. */
  readonly path: string
  /** True if a form had unsaved changes, which are lost. */
  readonly hadUnsavedChanges: boolean
}

/**
 * Ends the session: removes the three stored keys, the allowed routes and all data fetched under it. The guard then
 * redirects to login and replaces the history entry. Ending twice is no error.
 */
export function endSession(reason: EndReason): void {
  const record = session.read()
  if (!record) return
  lastEnd = {
    reason,
    userName: record.userName,
    path: window.location.hash.replace(/^#/, ''),
    hadUnsavedChanges: unsavedChanges.exist(),
  }
  session.end()
  queryClient.clear()
}

let lastEnd: EndedSession | undefined

/** Returns the session that ended last and forgets it, so that the login page shows its message once. */
export function takeEndedSession(): EndedSession | undefined {
  const ended = lastEnd
  lastEnd = undefined
  return ended
}
