import { useMemo, useSyncExternalStore } from 'react'
import { sizes } from '../ui/tokens.ts'

/** Returns true while a media query matches. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => window.matchMedia(query), [query])
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => media.matches,
  )
}

/** Returns true if the window has the width of a phone. */
export const usePhone = (): boolean => useMedia(`(max-width: ${sizes.phoneBelow - 1}px)`)
