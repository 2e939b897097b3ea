import { useStore } from '../create-store.ts'
import { createSession, type SessionRecord } from './session.ts'

export type { SessionRecord } from './session.ts'

/** Single session of the browser. */
export const session = createSession(localStorage)

let snapshot: SessionRecord | undefined = session.read()
const read = (): SessionRecord | undefined => {
  const next = session.read()
  if (next?.sessionId !== snapshot?.sessionId || next?.userName !== snapshot?.userName || !next !== !snapshot)
    snapshot = next
  return snapshot
}
const subscribe = (listener: () => void): (() => void) => {
  const unsubscribe = session.subscribe(listener)
  // Signing out in one tab signs out all tabs.
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

/** Returns the signed-in user, or undefined. A rotated token does not count as a change. */
export const useSession = (): SessionRecord | undefined => useStore({ read, subscribe })
