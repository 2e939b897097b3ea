import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { MapEngine, Target } from '../../map-engine/index.ts'

/** Distance from the middle of a marker to the edge of its tooltip: past the ring, with room for the caret. */
const gap = 29
/** Free space at the edges of the map. */
const margin = 8

/**
 * Keeps a box at a target on the map while frames are drawn: below it, or above if there is no room. The hook moves
 * the element directly, so that a moving marker needs no render. `--caret` is the position of the box's caret.
 */
export function useAnchored(
  engine: MapEngine | undefined,
  target: Target | undefined,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  // Runs after every render, because the content decides the height of the box.
  useLayoutEffect(() => {
    const element = box.current
    if (!engine || !target || !element) return undefined
    const place = (): void => {
      const at = engine.screenPointOf(target)
      const { width, height } = engine.camera.viewport
      const seen = at && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height
      element.style.visibility = seen ? 'visible' : 'hidden'
      if (!seen) return
      const { offsetWidth, offsetHeight } = element
      const below = at.y + gap + offsetHeight + margin <= height || at.y < height / 2
      const left = Math.max(margin, Math.min(at.x - offsetWidth / 2, width - offsetWidth - margin))
      const top = below ? at.y + gap : at.y - gap - offsetHeight
      element.dataset.side = below ? 'below' : 'above'
      element.style.setProperty('--caret', `${Math.max(16, Math.min(at.x - left, offsetWidth - 16))}px`)
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
    }
    place()
    return engine.onFrame(place)
  })
  return box
}
