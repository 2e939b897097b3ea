import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { type Confirmation, useConfirm } from './use-confirm.ts'

/** Pages that are opened when a session ends: nothing holds them up. */
const SIGN_IN = new Set(['/login', '/no-credentials'])

/**
 * Asks before a page with unsaved changes is left, also for another view of it in the address.
 * @param isChanged whether something would be lost
 */
export function useLeaveQuestion(
  isChanged: boolean,
  question: Omit<Confirmation, 'onConfirm' | 'onCancel'>,
): void {
  const confirm = useConfirm()
  // The router learns of another function only after a paint: who leaves right after saving would be asked.
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
    // Once for each way out that is held up, whatever is rendered meanwhile.
    if (state === 'blocked') ask()
  }, [state])
}
