import { useEffectEvent, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { readMatrix } from '../../lib/matrix-url.ts'

/** Key that the router gives to an entry that it did not make itself, such as that of a link of the browser's own. */
const FOREIGN_ENTRY = 'default'

/**
 * Shows another page, or another asset, from its beginning, however far the one before was scrolled. Filters and the like
 * in an address move nothing, and where somebody goes back the browser puts the page where it was left.
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
