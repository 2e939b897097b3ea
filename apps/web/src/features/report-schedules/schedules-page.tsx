import { useQuery } from '@tanstack/react-query'
import type { ReportSchedule } from '@wardtrack/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { usePageTitles } from '../../lib/language.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import styles from './report-schedules.module.css'
import { RunHistory } from './run-history.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleTable } from './schedule-table.tsx'
import { newValues, reportOf, type ScheduledReport, valuesOf } from './schedule-values.ts'
import { schedulesQuery } from './schedules.query.ts'
import { useScheduleTools } from './use-schedule-tools.ts'

/** The user's scheduled reports with their results. A report page opens it with the report to schedule. */
export function SchedulesPage() {
  const { t } = useTranslation('report-schedules')
  const schedules = useQuery(schedulesQuery())
  const tools = useScheduleTools()
  const titleOf = usePageTitles()
  const navigate = useNavigate()
  const { pathname, state } = useLocation() as {
    pathname: string
    state: { report?: ScheduledReport } | null
  }
  const [edited, setEdited] = useState<ReportSchedule>()
  const [shown, setShown] = useState<ReportSchedule>()
  usePageRefresh(() => void schedules.refetch())
  const report = edited ? reportOf(edited) : state?.report
  const close = (): void => {
    setEdited(undefined)
    void navigate(pathname, { replace: true, state: null })
  }
  const { mailReady = false, hasAddress = false, timeZone = 'UTC' } = schedules.data ?? {}
  return (
    <div className={styles.page}>
      <p className={styles.about}>{t('about')}</p>
      <LoadingPanel
        title={t('title')}
        query={schedules}
        failed={t('failed')}
        count={schedules.data?.data.length}
      >
        {({ data }) => (
          <ScheduleTable schedules={data} tools={tools} onEdit={setEdited} onHistory={setShown} />
        )}
      </LoadingPanel>
      {report && schedules.data ? (
        <ScheduleDialog
          key={edited?._id ?? 'new'}
          report={report}
          initial={edited ? valuesOf(edited) : newValues(titleOf(report.page), report, timeZone)}
          {...(edited ? { schedule: edited } : {})}
          mailReady={mailReady && hasAddress}
          onClose={close}
        />
      ) : null}
      {shown ? <RunHistory schedule={shown} onClose={() => setShown(undefined)} /> : null}
    </div>
  )
}

export { SchedulesPage as Page }
