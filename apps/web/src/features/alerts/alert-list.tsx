import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ALERTS_ON_A_PAGE, type AlertSegment, alertListQuery } from '../../lib/alert-queries.ts'
import { ANY_TIME, type DateRange, isLimited, rangeWords } from '../../lib/date-range.ts'
import { useFooterNote } from '../../lib/footer-note.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { clockTime } from '../../lib/time.ts'
import { usePhone } from '../../lib/use-media.ts'
import { QueryTable, useTableView } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { desktopColumns, phoneColumns } from './alert-columns.tsx'
import { AlertsToolbar } from './alerts-toolbar.tsx'
import { type AlertsView, useAlertsView } from './alerts-view.ts'
import { useStepDialog } from './step-dialog.tsx'

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
