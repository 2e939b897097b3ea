import { useEffect, useState } from 'react'

/** Whether an element fills the screen, and the way in and out. */
export function useFullScreen(element: HTMLElement | null): { full: boolean; toggle: () => void } {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const changed = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [element])
  // The browser may refuse; then everything stays as it is.
  const toggle = (): void => {
    if (full) void document.exitFullscreen().catch(() => {})
    else void element?.requestFullscreen().catch(() => {})
  }
  return { full, toggle }
}
