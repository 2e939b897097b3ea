import type { ParseKeys } from 'i18next'
import { Eye, type LucideIcon, MonitorDot, QrCode, SquareDashed, Upload } from 'lucide-react'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import styles from './hierarchy.module.css'
import type { PlaceRow } from './place-rows.ts'

/** A page about one place or its map. */
export interface PlaceLink {
  /** Key of its text. */
  readonly text: Extract<ParseKeys<'hierarchy'>, `link.${string}`>
  readonly Icon: LucideIcon
  /** Returns the address; undefined if the page needs a map and the place has none. */
  readonly hrefOf: (row: PlaceRow) => string | undefined
  /** Set for pages that close themselves when done, which needs a window with an opener. */
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

const links: Readonly<Record<'view' | 'upload' | 'fences' | 'monitors' | 'code', PlaceLink>> = {
  view: {
    text: 'link.viewMap',
    Icon: Eye,
    hrefOf: ({ mapOf }) => `#/view-map/${encodeURIComponent(mapOf.hierarchyId)}`,
  },
  upload: { text: 'link.importMap', Icon: Upload, hrefOf: ofPlace('map-import'), closes: true },
  fences: { text: 'link.drawGeofence', Icon: SquareDashed, hrefOf: ofMap('geofencing') },
  code: {
    text: 'link.printCode',
    Icon: QrCode,
    hrefOf: ({ place, mapId }) =>
      mapId ? `#/hierarchy-list-two/place-code/${encodeURIComponent(place.hierarchyId)}` : undefined,
  },
  monitors: { text: 'link.markMonitors', Icon: MonitorDot, hrefOf: ofMap('map-marking') },
}

/** Returns the pages about a place that this user may open. */
export function usePlaceLinks(): readonly PlaceLink[] {
  const view = useMayOpen('view-map')
  const upload = useMayOpen('map-import')
  const fences = useMayOpen('geofencing')
  const monitors = useMayOpen('map-marking')
  const code = useMayOpen('hierarchy-list-two/place-code')
  return useMemo(
    () => [
      ...(view ? [links.view] : []),
      ...(upload ? [links.upload] : []),
      ...(fences ? [links.fences] : []),
      ...(monitors ? [links.monitors] : []),
      ...(code ? [links.code] : []),
    ],
    [view, upload, fences, monitors, code],
  )
}

interface PlaceLinksProps {
  readonly row: PlaceRow
  readonly links: readonly PlaceLink[]
}

/** Links to a place's pages, each in a new tab. */
export const PlaceLinks = memo(function PlaceLinks(props: PlaceLinksProps) {
  const { t } = useTranslation('hierarchy')
  const { row, links: shown } = props
  return (
    <span className={styles.links}>
      {shown.map(({ text, Icon, hrefOf, closes }) => {
        const label = t(text)
        const href = hrefOf(row)
        return href === undefined ? (
          <span key={label} className={styles.off} title={t('link.needsMap', { label })} aria-hidden>
            <Icon size={17} strokeWidth={1.8} />
          </span>
        ) : (
          <a
            key={label}
            href={href}
            target="_blank"
            rel={closes ? 'opener' : 'noopener'}
            aria-label={t('link.ofPlace', { label, name: row.name })}
            title={label}
          >
            <Icon size={17} strokeWidth={1.8} aria-hidden />
          </a>
        )
      })}
    </span>
  )
})
