import { useQueries } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { SquarePen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { type AlertSegment, alertCountQuery } from '../../lib/alert-queries.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { ALERT_LOOKS } from './alert-summary.ts'
import styles from './alerts.module.css'
import { type AlertsView, SEGMENTS } from './alerts-view.ts'

interface AlertsToolbarProps {
  readonly view: AlertsView
  readonly onSegment: (segment: AlertSegment) => void
  readonly onSearch: (text: string) => void
  /** The choice of columns. */
  readonly menu: ReactNode
}

const wordOf = (segment: AlertSegment): string => (segment === 'all' ? 'All' : ALERT_LOOKS[segment].word)

/** Which alerts, how many of each, and the text filter. */
export function AlertsToolbar({ view, onSegment, onSearch, menu }: AlertsToolbarProps) {
  const counts = useQueries({ queries: SEGMENTS.map((segment) => alertCountQuery(segment, view.search)) })
  const mayDraw = useMayOpen('geofencelist')
  return (
    <div className={styles.toolbar}>
      <div className={styles.segments}>
        <Segmented
          aria-label="State"
          value={view.segment}
          onChange={onSegment}
          options={SEGMENTS.map((segment, index) => ({
            value: segment,
            label: (
              <span className={styles.segment}>
                {wordOf(segment)}{' '}
                <span className={segment === 'open' ? styles.openCount : styles.count}>
                  {counts[index]?.data ?? ''}
                </span>
              </span>
            ),
          }))}
        />
      </div>
      <SearchBox label="Search" value={view.search} onSearch={onSearch} className={styles.search} />
      {mayDraw ? (
        <Link to="/geofencelist" className={styles.toList}>
          <SquarePen size={16} strokeWidth={1.8} aria-hidden />
          Geofence List
        </Link>
      ) : null}
      {menu}
    </div>
  )
}
