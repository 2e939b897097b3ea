import { Eye, type LucideIcon, MonitorDot, SquareDashed, Upload } from 'lucide-react'
import { useMayOpen } from '../../lib/access.ts'
import styles from './place-links.module.css'
import type { PlaceRow } from './place-rows.ts'

/** A page about one place or its map. */
export interface PlaceLink {
  readonly label: string
  readonly Icon: LucideIcon
  /** Undefined where the page needs a map and the place has none. */
  readonly hrefOf: (row: PlaceRow) => string | undefined
  /** The page closes itself when it is done: that takes a window that knows who opened it. */
  readonly closes?: true
}

const ofPlace =
  (page: string) =>
  ({ place }: PlaceRow): string =>
    `#/${page}/${encodeURIComponent(place.hierarchyId)}`
const ofMap =
  (page: string) =>
  ({ mapId }: PlaceRow): string | undefined =>
    mapId ? `#/${page}/${encodeURIComponent(mapId)}` : undefined

const all: Readonly<Record<string, PlaceLink>> = {
  'view-map': {
    label: 'View map',
    Icon: Eye,
    hrefOf: ({ mapOf }) => `#/view-map/${encodeURIComponent(mapOf.hierarchyId)}`,
  },
  'map-import': { label: 'Import map', Icon: Upload, hrefOf: ofPlace('map-import'), closes: true },
  geofencing: { label: 'Draw geofence', Icon: SquareDashed, hrefOf: ofMap('geofencing') },
  'map-marking': { label: 'Mark monitors', Icon: MonitorDot, hrefOf: ofMap('map-marking') },
}

/** The pages about a place that this person may open. */
export function usePlaceLinks(): readonly PlaceLink[] {
  const may: Readonly<Record<string, boolean>> = {
    'view-map': useMayOpen('view-map'),
    'map-import': useMayOpen('map-import'),
    geofencing: useMayOpen('geofencing'),
    'map-marking': useMayOpen('map-marking'),
  }
  return Object.entries(all).flatMap(([page, link]) => (may[page] ? [link] : []))
}

/** Links to a place's pages, each in a new tab. */
export function PlaceLinks({ row, links }: { readonly row: PlaceRow; readonly links: readonly PlaceLink[] }) {
  return (
    <span className={styles.links}>
      {links.map(({ label, Icon, hrefOf, closes }) => {
        const href = hrefOf(row)
        return href === undefined ? (
          <span key={label} className={styles.off} title={`${label}: import a map first`} aria-hidden>
            <Icon size={17} strokeWidth={1.8} />
          </span>
        ) : (
          <a
            key={label}
            href={href}
            target="_blank"
            rel={closes ? 'opener' : 'noopener'}
            aria-label={`${label} of ${row.name}`}
            title={label}
          >
            <Icon size={17} strokeWidth={1.8} aria-hidden />
          </a>
        )
      })}
    </span>
  )
}
