import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react'
import styles from './virtual-rows.module.css'

/** Number of rows rendered outside the view, so that Tab and a short scroll find them. */
const overscan = 4
/** Assumed height of the view before layout, in CSS pixels. */
const assumedHeight = 900

interface VirtualRowsProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  /** In CSS pixels; the same for all rows. */
  readonly rowHeight: number
  readonly rowKey: (row: Row) => string
  /** Head that stays visible above the rows: cells with the role `columnheader`. */
  readonly head?: ReactNode
  /** Returns the cells of a row, with the role `cell`. */
  readonly children: (row: Row) => ReactNode
  /** Minimum width of the rows in CSS pixels; a narrower table scrolls sideways. */
  readonly minWidth?: number
  readonly className?: string | undefined
  readonly rowClassName?: string | undefined
}

/**
 * A table for thousands of rows that renders only rows in view. The focused row stays rendered, so that scrolling
 * does not lose the keyboard focus.
 */
export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const { label, rows, rowHeight, rowKey, head, children, minWidth = 0, className, rowClassName } = props
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(assumedHeight)
  const [first, setFirst] = useState(0)
  const [focused, setFocused] = useState<number | undefined>()
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setHeight(element.clientHeight || assumedHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>): void =>
    setFirst(Math.floor(currentTarget.scrollTop / rowHeight))

  const start = Math.max(0, Math.min(first, rows.length - 1) - overscan)
  const end = Math.min(rows.length, first + Math.ceil(height / rowHeight) + overscan)
  const shown = new Set(Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i))
  if (focused !== undefined && focused < rows.length) shown.add(focused)
  return (
    <div
      ref={box}
      className={`${styles.scroll} ${className ?? ''}`}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + (head ? 1 : 0)}
      onScroll={onScroll}
      style={{ '--row-width': `max(100%, ${minWidth}px)` } as object}
    >
      {head ? (
        <div className={`${styles.head} ${rowClassName ?? ''}`} role="row" aria-rowindex={1}>
          {head}
        </div>
      ) : null}
      <div className={styles.rows} role="rowgroup" style={{ height: rows.length * rowHeight }}>
        {[...shown]
          .sort((a, b) => a - b)
          .map((index) => {
            const row = rows[index]
            return row === undefined ? null : (
              <div
                key={rowKey(row)}
                role="row"
                aria-rowindex={index + (head ? 2 : 1)}
                className={`${styles.row} ${rowClassName ?? ''}`}
                style={{ top: index * rowHeight, height: rowHeight }}
                onFocus={() => setFocused(index)}
                onBlur={() => setFocused(undefined)}
              >
                {children(row)}
              </div>
            )
          })}
      </div>
    </div>
  )
}
