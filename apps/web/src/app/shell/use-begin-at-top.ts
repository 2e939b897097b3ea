import { useEffectEvent, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { readMatrix } from '../../lib/matrix-url.ts'

/** Key that the router gives to history entries of other origin, such as plain links. */
const FOREIGN_ENTRY = 'default'

/**
 * Scrolls to the top when another page or another asset opens. Changes of filters in the address do not scroll. On
 * going back, the browser restores the scroll position.
 */
export function useBeginAtTop(): void {
  const { pathname, key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop && key !== FOREIGN_ENTRY
  const { page, parameters } = readMatrix(pathname)
  const shown = [page, parameters['type'], parameters['id']].join('\n')
  const begin = useEffectEvent(() => {
    if (!isBack) document.documentElement.scrollTop = 0
  })
  useLayoutEffect(() => begin(), [shown])
}
