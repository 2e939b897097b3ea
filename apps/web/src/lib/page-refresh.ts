import { useEffect, useEffectEvent } from 'react'

const refreshers: (() => void)[] = []

/** Registers the page's refresh function for the `r` key. */
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

/** Refreshes the open page, if it has a refresh function. */
export const refreshPage = (): void => refreshers.at(-1)?.()
