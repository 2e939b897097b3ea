import { useQueries, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { SquarePen } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import {
  ALERTS_ON_A_PAGE,
  type AlertSegment,
  alertCountQuery,
  alertListQuery,
} from '../../lib/alert-queries.ts'
import { ANY_TIME, type DateRange, isLimited, rangeWords, urlDateRange } from '../../lib/date-range.ts'
import { useFooterNote } from '../../lib/footer-note.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { clockTime } from '../../lib/time.ts'
import { type UrlSchema, urlChoice, urlNumber, urlText, useUrlState } from '../../lib/url-state.ts'
import { usePhone } from '../../lib/use-media.ts'
import { QueryTable, useTableView } from '../../ui/data-table/index.ts'
import { DateRangePicker } from '../../ui/date-range-picker.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useNow } from '../../ui/use-now.ts'
import { desktopColumns, phoneColumns } from './alert-columns.tsx'
import styles from './alerts.module.css'
import { useStepDialog } from './step-dialog.tsx'

/** Filters and page of the alert list, kept in the address to be shared and restored by Back. */
interface AlertsView {
  readonly segment: AlertSegment
  readonly search: string
  /** Range of the times when the alerts were raised. */
  readonly range: DateRange
  /** One-based. */
  readonly page: number
}

/** Segments in the order in which an alert passes them; the list starts with the first. */
const SEGMENTS = ['open', 'acknowledged', 'resolved', 'all'] as const satisfies AlertSegment[]

const schema: UrlSchema<AlertsView> = {
  segment: urlChoice('status', SEGMENTS),
  search: urlText('search'),
  range: urlDateRange('time', ANY_TIME.preset),
  page: urlNumber('page', 1),
}

/**
 * Returns the view of the alerts page and the functions that change it. Typing replaces the history entry, choosing
 * adds one.
 */
function useAlertsView() {
  const [view, change] = useUrlState(schema)
  return {
    view,
    setSegment: (segment: AlertSegment) => change({ segment, page: 1 }),
    setSearch: (search: string) => change({ search, page: 1 }, { replace: true }),
    setRange: (range: DateRange) => change({ range, page: 1 }),
    setPage: (page: number) => change({ page }),
    toPage: (page: number) => change({ page }, { replace: true }),
  }
}

interface AlertsToolbarProps {
  readonly view: AlertsView
  readonly onSegment: (segment: AlertSegment) => void
  readonly onSearch: (text: string) => void
  readonly onRange: (range: DateRange) => void
  /** Choice of columns. */
  readonly menu: ReactNode
}

/** Choice of the segment with the number of alerts in each, period, and text filter. */
function AlertsToolbar({ view, onSegment, onSearch, onRange, menu }: AlertsToolbarProps) {
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

interface NoAlertsProps {
  readonly view: AlertsView
  readonly onSegment: (segment: AlertSegment) => void
  readonly onSearch: (text: string) => void
  readonly onRange: (range: DateRange) => void
}

/** Empty state of a segment: the reason and the next step. */
function NoAlerts({ view: { segment, search, range }, onSegment, onSearch, onRange }: NoAlertsProps) {
  const { t } = useTranslation(['alerts', 'common'])
  const showAll = <Button onClick={() => onSegment('all')}>{t('none.showAll')}</Button>
  if (isLimited(range))
    return (
      <EmptyState
        boxed
        title={t('nonePeriod.title')}
        why={t('nonePeriod.why', { period: rangeWords(range) })}
        action={<Button onClick={() => onRange(ANY_TIME)}>{t('nonePeriod.anyTime')}</Button>}
      />
    )
  if (search)
    return (
      <EmptyState
        boxed
        title={t('noMatch.title', { search })}
        why={segment === 'all' ? t('noMatch.why') : t(`noMatch.only.${segment}`)}
        action={
          <>
            {segment === 'all' ? null : (
              <Button onClick={() => onSegment('all')}>{t('noMatch.searchAll')}</Button>
            )}
            <Button onClick={() => onSearch('')}>{t('common:clearSearch')}</Button>
          </>
        }
      />
    )
  const toNew = <Button onClick={() => onSegment('open')}>{t('none.showNew')}</Button>
  return (
    <EmptyState
      boxed
      title={t(`none.${segment}.title`)}
      why={t(`none.${segment}.why`)}
      action={segment === 'open' ? showAll : segment === 'all' ? null : toNew}
    />
  )
}

/** List of geofence alerts, nine on a page. It starts with open alerts and follows live events. */
export function AlertList() {
  const { t } = useTranslation('alerts')
  const { view, setSegment, setSearch, setRange, setPage, toPage } = useAlertsView()
  const list = useQuery(alertListQuery(view, view.page))
  usePageRefresh(() => void queryClient.invalidateQueries({ queryKey: [KEYS.alerts] }))
  useFooterNote(list.data ? t('list.readAt', { time: clockTime(list.data.readAt) }) : '')
  const phone = usePhone()
  const now = useNow()
  const { ask, dialog } = useStepDialog()
  const table = useTableView('geofence-alerts', phone ? phoneColumns(now, ask) : desktopColumns(now, ask))
  const total = list.data?.totalAlerts ?? 0
  const lastPage = Math.max(1, Math.ceil(total / ALERTS_ON_A_PAGE))
  const back = useEffectEvent((page: number) => toPage(page))
  const past = list.isSuccess && !list.isPlaceholderData && view.page > lastPage
  // The last alert of a page may have been resolved. Past the end, the last page is shown.
  useEffect(() => {
    if (past) back(lastPage)
  }, [past, lastPage])
  return (
    <>
      <AlertsToolbar
        view={view}
        onSegment={setSegment}
        onSearch={setSearch}
        onRange={setRange}
        menu={table.menu}
      />
      <QueryTable
        boxed
        whole
        label={t('list.title')}
        query={list}
        failed={t('list.failed')}
        columns={table.columns}
        density={table.density}
        pageOf={({ fetchedAlerts, totalAlerts }) => ({ rows: fetchedAlerts, total: totalAlerts })}
        rowKey={({ id }) => id}
        empty={
          past ? null : (
            <NoAlerts view={view} onSegment={setSegment} onSearch={setSearch} onRange={setRange} />
          )
        }
        page={view.page}
        pageSize={ALERTS_ON_A_PAGE}
        onPage={setPage}
      />
      {dialog}
    </>
  )
}

export { AlertList as Page }
