import { useEffect, useEffectEvent } from 'react'

const refreshers: (() => void)[] = []

/** Tells the shell how this page reads its content again, for the `r` key. */
export function usePageRefresh(refresh: () => void): void {
  const latest = useEffectEvent(refresh)
  useEffect(() => {
    const callLatest = (): void => latest()
    refreshers.push(callLatest)
    return () => {
      refreshers.splice(refreshers.indexOf(callLatest), 1)
    }
  }, [])
}

/** Refreshes the page that is open, if it can be. */
export const refreshPage = (): void => refreshers.at(-1)?.()
