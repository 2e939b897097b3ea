import { useMemo, useSyncExternalStore } from 'react'
import { sizes } from '../ui/tokens.ts'

/** Whether a media query holds now. */
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

/** Whether the window is phone wide. */
export const usePhone = (): boolean => useMedia(`(max-width: ${sizes.phoneBelow - 1}px)`)
