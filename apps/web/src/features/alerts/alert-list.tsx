import { useQuery } from '@tanstack/react-query'
import { Pagination, Skeleton } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { ALERTS_ON_A_PAGE, type AlertPage, alertListQuery } from '../../lib/alert-queries.ts'
import { useFooterNote } from '../../lib/footer-note.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { clockTime } from '../../lib/time.ts'
import { usePhone } from '../../lib/use-media.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { useNow } from '../../ui/use-now.ts'
import { deskColumns, phoneColumns } from './alert-columns.tsx'
import styles from './alerts.module.css'
import { AlertsToolbar } from './alerts-toolbar.tsx'
import { type AlertsView, useAlertsView } from './alerts-view.ts'
import { NoAlerts } from './no-alerts.tsx'
import { useStepDialog } from './step-dialog.tsx'

/** The list of geofence alerts, nine on a page; it opens on what is open and follows live events. */
export function AlertList() {
  const { view, setSegment, setSearch, setPage, toPage } = useAlertsView()
  const list = useQuery(alertListQuery(view.segment, view.search, view.page))
  usePageRefresh(() => void queryClient.invalidateQueries({ queryKey: [KEYS.alerts] }))
  useFooterNote(list.data ? `Alerts to ${clockTime(list.data.readAt)}` : '')
  const total = list.data?.totalAlerts ?? 0
  const lastPage = Math.max(1, Math.ceil(total / ALERTS_ON_A_PAGE))
  const back = useEffectEvent((page: number) => toPage(page))
  const past = list.isSuccess && !list.isPlaceholderData && view.page > lastPage
  // The last alert of a page may have been resolved: past the end, the last page is shown.
  useEffect(() => {
    if (past) back(lastPage)
  }, [past, lastPage])
  return (
    <>
      <AlertsToolbar view={view} onSegment={setSegment} onSearch={setSearch} />
      {list.isError && !list.data ? (
        <ErrorState
          boxed
          title="Alerts could not be loaded"
          cause={list.error}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : !list.data ? (
        <div className={styles.waiting}>
          <Skeleton active title={false} paragraph={{ rows: 9, width: '100%' }} />
        </div>
      ) : list.data.fetchedAlerts.length === 0 && !past ? (
        <NoAlerts view={view} onSegment={setSegment} onSearch={setSearch} />
      ) : (
        <Rows view={view} page={list.data} fading={list.isPlaceholderData} onPage={setPage} />
      )}
    </>
  )
}

interface RowsProps {
  readonly view: AlertsView
  readonly page: AlertPage
  /** Another page's rows stand while this one is fetched. */
  readonly fading: boolean
  readonly onPage: (page: number) => void
}

function Rows({ view, page, fading, onPage }: RowsProps) {
  const phone = usePhone()
  const now = useNow()
  const { ask, dialog } = useStepDialog()
  const { fetchedAlerts, totalAlerts } = page
  const first = (view.page - 1) * ALERTS_ON_A_PAGE + 1
  return (
    <>
      <div className={styles.table}>
        <RecordTable
          label="Geofence Alerts"
          columns={phone ? phoneColumns(now, ask) : deskColumns(now, ask)}
          rows={fetchedAlerts}
          rowKey={({ id }) => id}
          empty=""
          fading={fading}
          whole
        />
      </div>
      <nav className={styles.pager} aria-label="Pages">
        <span>
          {first}–{first + fetchedAlerts.length - 1} of {totalAlerts}
        </span>
        <Pagination
          simple={phone}
          current={view.page}
          pageSize={ALERTS_ON_A_PAGE}
          total={totalAlerts}
          showSizeChanger={false}
          onChange={onPage}
        />
      </nav>
      {dialog}
    </>
  )
}
