import type { ReportSchedule } from '@wardtrack/contracts'
import { PAGE_SETS } from '@wardtrack/contracts/pages'
import { Alert, Button, Switch } from 'antd'
import { History, Pencil, Play, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { usePageTitles } from '../../lib/language.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import styles from './report-schedules.module.css'
import { momentInZone, timingInWords } from './schedule-words.ts'
import type { ScheduleTools } from './use-schedule-tools.ts'

/** Routes of the reports that can be scheduled. The map of all assets is left out because it has no rows. */
const ROUTES = PAGE_SETS.REPORT.filter((route) => route !== 'report/all-assets-map-view')

/** Links to the reports that the user may open, to schedule them there. */
function ReportLinks() {
  return (
    <ul className={styles.reports}>
      {ROUTES.map((route) => (
        <ReportLink key={route} route={route} />
      ))}
    </ul>
  )
}

function ReportLink({ route }: { readonly route: string }) {
  const titleOf = usePageTitles()
  if (!useMayOpen(route)) return null
  return (
    <li>
      <Link to={`/${route}`}>{titleOf(route)}</Link>
    </li>
  )
}

interface ScheduleTableProps {
  readonly schedules: readonly ReportSchedule[]
  readonly tools: ScheduleTools
  readonly onEdit: (schedule: ReportSchedule) => void
  readonly onHistory: (schedule: ReportSchedule) => void
}

/** The user's schedules: their reports, next runs, and last results. */
export function ScheduleTable({ schedules, tools, onEdit, onHistory }: ScheduleTableProps) {
  const { t } = useTranslation('report-schedules')
  const titleOf = usePageTitles()
  const offline = useOfflineReason()
  const columns: DataColumn<ReportSchedule>[] = [
    {
      title: t('column.name'),
      cell: ({ Name, page, stopped }) => (
        <>
          <strong>{Name}</strong>
          <div>{titleOf(page)}</div>
          {stopped === undefined ? null : (
            <Alert type="warning" showIcon title={t('stopped', { why: serverText(stopped) })} />
          )}
        </>
      ),
      onPhone: 'main',
      wraps: true,
    },
    { title: t('column.when'), cell: (schedule) => timingInWords(schedule, t), onPhone: 'wide', wraps: true },
    {
      title: t('column.next'),
      cell: ({ nextAt, timeZone }) => (nextAt ? momentInZone(nextAt, timeZone) : t('off')),
      onPhone: 'wide',
      named: true,
      wraps: true,
    },
    {
      title: t('column.last'),
      cell: ({ lastRun }) =>
        lastRun ? `${t(`state.${lastRun.state}`)} · ${dateTime(lastRun.dueAt)}` : MISSING,
      onPhone: 'wide',
      named: true,
      wraps: true,
    },
    {
      title: t('column.on'),
      cell: (schedule) => (
        <Switch
          checked={schedule.enabled}
          disabled={offline !== undefined}
          aria-label={t('turn', { name: schedule.Name })}
          onChange={(enabled) => tools.setEnabled(schedule, enabled)}
        />
      ),
      onPhone: 'end',
    },
    {
      title: t('column.actions'),
      onPhone: 'wide',
      cell: (schedule) => (
        <>
          <OnlineButton
            type="text"
            aria-label={t('runNow', { name: schedule.Name })}
            icon={<Play size={16} strokeWidth={1.8} aria-hidden />}
            onClick={() => tools.run(schedule._id)}
          />
          <Button
            type="text"
            aria-label={t('history', { name: schedule.Name })}
            icon={<History size={16} strokeWidth={1.8} aria-hidden />}
            onClick={() => onHistory(schedule)}
          />
          <Button
            type="text"
            aria-label={t('edit', { name: schedule.Name })}
            icon={<Pencil size={16} strokeWidth={1.8} aria-hidden />}
            onClick={() => onEdit(schedule)}
          />
          <OnlineButton
            type="text"
            aria-label={t('delete.of', { name: schedule.Name })}
            icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
            onClick={() => tools.remove(schedule)}
          />
        </>
      ),
    },
  ]
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={schedules}
      rowKey={({ _id }) => _id}
      empty={<EmptyState title={t('none.title')} why={t('none.why')} action={<ReportLinks />} />}
    />
  )
}
