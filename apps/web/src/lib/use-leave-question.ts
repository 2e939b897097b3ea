import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { type Confirmation, useConfirm } from './use-confirm.ts'

/** Pages that open when a session ends; these are never blocked. */
const SIGN_IN = new Set(['/login', '/no-credentials'])

/**
 * Asks for confirmation before a page with unsaved changes is left, also for another view of the page.
 * @param isChanged true if changes would be lost
 */
export function useLeaveQuestion(
  isChanged: boolean,
  question: Omit<Confirmation, 'onConfirm' | 'onCancel'>,
): void {
  const confirm = useConfirm()
  // The router updates its blocker only after a paint. Without the ref, leaving right after saving would ask.
  const wouldLose = useRef(isChanged)
  useLayoutEffect(() => {
    wouldLose.current = isChanged
  }, [isChanged])
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) =>
        wouldLose.current &&
        !SIGN_IN.has(nextLocation.pathname) &&
        (currentLocation.pathname !== nextLocation.pathname ||
          currentLocation.search !== nextLocation.search),
      [],
    ),
  )
  const ask = useEffectEvent(() => {
    if (blocker.state === 'blocked')
      confirm({ ...question, onConfirm: () => blocker.proceed(), onCancel: () => blocker.reset() })
  })
  const { state } = blocker
  useEffect(() => {
    // Asks once per blocked navigation, however often the component renders.
    if (state === 'blocked') ask()
  }, [state])
}
