import { queryClient } from '../query-client.ts'
import { unsavedChanges } from '../unsaved-changes.ts'
import { session } from './index.ts'

/** Why a session ended, where the login page has something to say about it. */
export type EndReason = 'logout' | 'expired' | 'locked' | 'password' | 'refused'

/** A session that has ended, as the login page tells of it. */
export interface EndedSession {
  readonly reason: EndReason
  readonly userName: string
  /** Path of the page that was open, parameters included: `/admin-config?tab=keys`. */
  readonly path: string
  /** A form held something that was not saved, which is lost. */
  readonly hadUnsavedChanges: boolean
}

/**
 * Forgets the session: the three stored keys, the allowed routes and everything that was fetched under it. The guard
 * then leads to login with the history entry replaced. Ending twice is no error.
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

/** The session that ended last, once: the login page tells of it and forgets it. */
export function takeEndedSession(): EndedSession | undefined {
  const ended = lastEnd
  lastEnd = undefined
  return ended
}
