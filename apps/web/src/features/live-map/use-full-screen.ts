import { useEffect, useState } from 'react'

/** Returns the full-screen state of an element, and a function that toggles it. */
export function useFullScreen(element: HTMLElement | null): { full: boolean; toggle: () => void } {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const changed = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [element])
  // The browser may refuse; then nothing changes.
  const toggle = (): void => {
    if (full) void document.exitFullscreen().catch(() => {})
    else void element?.requestFullscreen().catch(() => {})
  }
  return { full, toggle }
}
