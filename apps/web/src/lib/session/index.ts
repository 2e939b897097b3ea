import { useStore } from '../create-store.ts'
import { createSession, type SessionRecord } from './session.ts'

export type { SessionRecord } from './session.ts'

/** The browser's one session. */
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
  // Signing out in one tab signs out all of them.
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

/** The signed-in person, or undefined. A rotated token is no change. */
export const useSession = (): SessionRecord | undefined => useStore({ read, subscribe })
