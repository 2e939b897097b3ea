import { Eye, type LucideIcon, MonitorDot, SquareDashed, Upload } from 'lucide-react'
import { memo, useMemo } from 'react'
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

const links: Readonly<Record<'view' | 'upload' | 'fences' | 'monitors', PlaceLink>> = {
  view: {
    label: 'View map',
    Icon: Eye,
    hrefOf: ({ mapOf }) => `#/view-map/${encodeURIComponent(mapOf.hierarchyId)}`,
  },
  upload: { label: 'Import map', Icon: Upload, hrefOf: ofPlace('map-import'), closes: true },
  fences: { label: 'Draw geofence', Icon: SquareDashed, hrefOf: ofMap('geofencing') },
  monitors: { label: 'Mark monitors', Icon: MonitorDot, hrefOf: ofMap('map-marking') },
}

/** The pages about a place that this person may open. */
export function usePlaceLinks(): readonly PlaceLink[] {
  const view = useMayOpen('view-map')
  const upload = useMayOpen('map-import')
  const fences = useMayOpen('geofencing')
  const monitors = useMayOpen('map-marking')
  return useMemo(
    () => [
      ...(view ? [links.view] : []),
      ...(upload ? [links.upload] : []),
      ...(fences ? [links.fences] : []),
      ...(monitors ? [links.monitors] : []),
    ],
    [view, upload, fences, monitors],
  )
}

interface PlaceLinksProps {
  readonly row: PlaceRow
  readonly links: readonly PlaceLink[]
}

/** Links to a place's pages, each in a new tab. */
export const PlaceLinks = memo(function PlaceLinks(props: PlaceLinksProps) {
  const { row, links: shown } = props
  return (
    <span className={styles.links}>
      {shown.map(({ label, Icon, hrefOf, closes }) => {
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
})
