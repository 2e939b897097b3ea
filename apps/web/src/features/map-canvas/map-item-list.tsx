import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './map-item-list.module.css'

/** An item of the map, as text. */
interface MapItem {
  readonly id: string
  /** The icon on the map. */
  readonly icon: ReactNode
  readonly name: string
  /** One line each, cut off in a narrow list. */
  readonly details: readonly string[]
  readonly actions: ReactNode
}

interface MapItemListProps {
  readonly items: readonly MapItem[]
  /** Item that is highlighted on the map. */
  readonly highlighted: string | undefined
  readonly onHighlight: (id: string | undefined) => void
  readonly empty: string
  /** True if the list has the whole side of the map. */
  readonly large?: boolean
}

/** A dark plate with an icon, as for monitors and stops on the map. */
export const MapItemPlate = ({ Icon }: { readonly Icon: LucideIcon }) => (
  <span className={styles.plate} aria-hidden>
    <Icon size={14} strokeWidth={2.1} />
  </span>
)

/** List beside a map with the same items. Hovering or focusing a row highlights its item on the map. */
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
