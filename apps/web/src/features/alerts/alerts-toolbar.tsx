import { useQueries } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { SquarePen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { type AlertSegment, alertCountQuery } from '../../lib/alert-queries.ts'
import type { DateRange } from '../../lib/date-range.ts'
import { DateRangePicker } from '../../ui/date-range-picker.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import styles from './alerts.module.css'
import { type AlertsView, SEGMENTS } from './alerts-view.ts'

interface AlertsToolbarProps {
  readonly view: AlertsView
  readonly onSegment: (segment: AlertSegment) => void
  readonly onSearch: (text: string) => void
  readonly onRange: (range: DateRange) => void
  /** Choice of columns. */
  readonly menu: ReactNode
}

/** Choice of the segment with the number of alerts in each, period, and text filter. */
export function AlertsToolbar({ view, onSegment, onSearch, onRange, menu }: AlertsToolbarProps) {
  const { t } = useTranslation('alerts')
  const counts = useQueries({ queries: SEGMENTS.map((segment) => alertCountQuery({ ...view, segment })) })
  const mayDraw = useMayOpen('geofencelist')
  return (
    <PageToolbar
      actions={
        <>
          {mayDraw ? (
            <Link to="/geofencelist" className={styles.toList}>
              <SquarePen size={16} strokeWidth={1.8} aria-hidden />
              {t('list.geofenceList')}
            </Link>
          ) : null}
          {menu}
        </>
      }
    >
      <div className={styles.segments}>
        <Segmented
          aria-label={t('column.state')}
          value={view.segment}
          onChange={onSegment}
          options={SEGMENTS.map((segment, index) => ({
            value: segment,
            label: (
              <span className={styles.segment}>
                {segment === 'all' ? t('list.all') : t(`status.${segment}`)}{' '}
                <span className={segment === 'open' ? styles.openCount : styles.count}>
                  {counts[index]?.data ?? ''}
                </span>
              </span>
            ),
          }))}
        />
      </div>
      <SearchBox label={t('list.search')} value={view.search} onSearch={onSearch} className={styles.search} />
      <DateRangePicker anyTime value={view.range} onChange={onRange} />
    </PageToolbar>
  )
}
