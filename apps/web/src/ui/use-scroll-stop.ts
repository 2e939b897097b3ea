import { type RefObject, useEffect } from 'react'

const STOP = { tabindex: '0', role: 'group' } as const

interface ScrollStop {
  /** Name of the scrolled content, for screen readers. */
  readonly label: string
  /** Selector of the part that scrolls; by default the frame itself. */
  readonly selector?: string
  /** True if the frame has content. */
  readonly isFilled?: boolean
}

/**
 * Makes overflowing content scrollable by keyboard. While the content overflows, the scrolling part of the frame is a
 * tab stop with a name.
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
