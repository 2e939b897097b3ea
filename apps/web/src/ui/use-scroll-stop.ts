import { type RefObject, useEffect } from 'react'

const STOP = { tabindex: '0', role: 'group' } as const

interface ScrollStop {
  /** What is scrolled, for those who hear it. */
  readonly label: string
  /** The part of the frame that scrolls; the frame itself where it is left out. */
  readonly selector?: string
  /** Whether there is something in the frame. */
  readonly isFilled?: boolean
}

/**
 * Lets the keyboard scroll what is cut off: the scrolling part of a frame is a stop of Tab, with a name, while it holds more
 * than it shows.
 */
export function useScrollStop(
  frame: RefObject<HTMLElement | null>,
  { label, selector, isFilled = true }: ScrollStop,
): void {
  useEffect(() => {
    const part = selector === undefined ? frame.current : frame.current?.querySelector(selector)
    if (!part || !isFilled) return undefined
    const update = (): void => {
      const isCut = part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight
      for (const [name, value] of Object.entries({ ...STOP, 'aria-label': label })) {
        if (isCut) part.setAttribute(name, value)
        else part.removeAttribute(name)
      }
    }
    update()
    const sizes = new ResizeObserver(update)
    sizes.observe(part)
    const watchContent = (): void => {
      for (const child of part.children) sizes.observe(child)
      update()
    }
    watchContent()
    const children = new MutationObserver(watchContent)
    children.observe(part, { childList: true })
    return () => {
      sizes.disconnect()
      children.disconnect()
    }
  }, [frame, label, selector, isFilled])
}
