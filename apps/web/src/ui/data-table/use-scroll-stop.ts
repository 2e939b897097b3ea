import { type RefObject, useEffect } from 'react'

const STOP = { tabindex: '0', role: 'group' } as const

/**
 * Lets the keyboard scroll a table: its scrolling part is a stop of Tab, with a name, while it holds more than it shows.
 * @param hasRows whether there is a table in the frame
 */
export function useScrollStop(frame: RefObject<HTMLElement | null>, label: string, hasRows: boolean): void {
  useEffect(() => {
    const part = hasRows ? frame.current?.querySelector('.ant-table-content') : undefined
    if (!part) return undefined
    const update = (): void => {
      const isCut = part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight
      for (const [name, value] of Object.entries({ ...STOP, 'aria-label': label })) {
        if (isCut) part.setAttribute(name, value)
        else part.removeAttribute(name)
      }
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(part)
    if (part.firstElementChild) observer.observe(part.firstElementChild)
    return () => observer.disconnect()
  }, [frame, label, hasRows])
}
