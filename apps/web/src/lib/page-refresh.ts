import { useEffect, useEffectEvent } from 'react'

const refreshers: (() => void)[] = []

/** Tells the shell how this page reads its content anew, for the `r` key. */
export function usePageRefresh(refresh: () => void): void {
  const latest = useEffectEvent(refresh)
  useEffect(() => {
    const each = (): void => latest()
    refreshers.push(each)
    return () => {
      refreshers.splice(refreshers.indexOf(each), 1)
    }
  }, [])
}

/** Refreshes the page that is open, if it can be. */
export const refreshPage = (): void => refreshers.at(-1)?.()
