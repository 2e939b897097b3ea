import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './map-item-list.module.css'

/** One thing on the map, as text. */
interface MapItem {
  readonly id: string
  /** As it is drawn on the map. */
  readonly icon: ReactNode
  readonly name: string
  /** A line each, cut off where the list is too narrow. */
  readonly details: readonly string[]
  readonly actions: ReactNode
}

interface MapItemListProps {
  readonly items: readonly MapItem[]
  /** The one that is marked on the map. */
  readonly highlighted: string | undefined
  readonly onHighlight: (id: string | undefined) => void
  readonly empty: string
  /** Has the side of the map for itself. */
  readonly large?: boolean
}

/** A dark plate with an icon, as monitors and stops have it on the map. */
export const MapItemPlate = ({ Icon }: { readonly Icon: LucideIcon }) => (
  <span className={styles.plate} aria-hidden>
    <Icon size={14} strokeWidth={2.1} />
  </span>
)

/** The list beside a map that equals it: pointing at a row or focusing it marks the thing on the map. */
export function MapItemList({ items, highlighted, onHighlight, empty, large = false }: MapItemListProps) {
  if (items.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <ul className={`${styles.list} ${large ? styles.large : ''}`}>
      {items.map(({ id, icon, name, details, actions }) => (
        <li
          key={id}
          className={`${styles.row} ${highlighted === id ? styles.highlighted : ''}`}
          onPointerEnter={() => onHighlight(id)}
          onPointerLeave={() => onHighlight(undefined)}
          onFocus={() => onHighlight(id)}
          onBlur={() => onHighlight(undefined)}
        >
          {icon}
          <span className={styles.names}>
            <b>{name}</b>
            {details.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
          {actions ? <span className={styles.actions}>{actions}</span> : null}
        </li>
      ))}
    </ul>
  )
}
