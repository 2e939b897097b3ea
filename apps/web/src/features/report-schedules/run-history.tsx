import { useQuery } from '@tanstack/react-query'
import type { ReportRun, ReportSchedule } from '@wardtrack/contracts'
import { Drawer } from 'antd'
import { Download, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { failureText } from '../../lib/failure-text.ts'
import { formatBytes, formatNumber } from '../../lib/i18n/formats.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { useDownloads } from '../../lib/use-download.ts'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { RunningDownload } from '../../ui/running-download.tsx'
import { runsQuery } from './schedules.query.ts'

const PAGE_SIZE = 10

interface RunHistoryProps {
  readonly schedule: ReportSchedule
  readonly onClose: () => void
}

/** Results of a schedule's runs: files, mails and failures. */
export function RunHistory({ schedule, onClose }: RunHistoryProps) {
  const { t } = useTranslation('report-schedules')
  const [page, setPage] = useState(1)
  const runs = useQuery(runsQuery(schedule._id, page, PAGE_SIZE))
  const { start, progress, cancel } = useDownloads()
  const tools = useRunTools()
  const columns: DataColumn<ReportRun>[] = [
    { title: t('run.due'), cell: ({ dueAt }) => dateTime(dueAt), onPhone: 'main' },
    { title: t('run.state'), cell: (run) => stateText(run, t), onPhone: 'wide', wraps: true },
    {
      title: t('run.rows'),
      cell: ({ rows }) => (rows === undefined ? MISSING : formatNumber(rows)),
      named: true,
    },
    {
      title: t('run.mail'),
      cell: ({ mail, mailError }) =>
        mail ? [t(`mail.${mail}`), mailError && failureText(mailError)].filter(Boolean).join(': ') : MISSING,
      named: true,
      wraps: true,
    },
    {
      title: t('run.actions'),
      onPhone: 'end',
      cell: (run) => (
        <>
          {run.file ? (
            <OnlineButton
              type="text"
              aria-label={t('run.download', { name: run.file.name })}
              title={formatBytes(run.file.bytes)}
              icon={<Download size={16} strokeWidth={1.8} aria-hidden />}
              onClick={() =>
                start({
                  name: run.file?.name ?? '',
                  open: (signal) => api.open('downloadReportFile', { params: { id: run._id }, signal }),
                })
              }
            />
          ) : null}
          {run.state === 'failed' || run.mail === 'failed' ? (
            <OnlineButton
              type="text"
              aria-label={t('run.retry', { time: dateTime(run.dueAt) })}
              icon={<RotateCcw size={16} strokeWidth={1.8} aria-hidden />}
              onClick={() => tools.retry(run._id)}
            />
          ) : null}
          {run.file ? (
            <OnlineButton
              type="text"
              aria-label={t('run.deleteFile', { name: run.file.name })}
              icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
              onClick={() => tools.deleteFile(run)}
            />
          ) : null}
        </>
      ),
    },
  ]
  return (
    <Drawer open size="large" title={t('run.title', { name: schedule.Name })} onClose={onClose}>
      {progress ? <RunningDownload progress={progress} onCancel={cancel} /> : null}
      <QueryTable
        boxed
        label={t('run.title', { name: schedule.Name })}
        query={runs}
        failed={t('run.failed')}
        columns={columns}
        density="history"
        pageOf={({ data, count }) => ({ rows: data, total: count })}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={t('run.none')} why={t('run.noneWhy')} />}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={(next) => setPage(next)}
      />
    </Drawer>
  )
}

/** Returns the actions on a run. */
function useRunTools() {
  const { t } = useTranslation('report-schedules')
  const confirm = useConfirm()
  const invalidates = [[KEYS.reportSchedules]]
  const { mutate: retry } = useApiMutation({
    call: (id: string) => api.call('retryReportRun', { params: { id } }),
    success: ({ message }) => message,
    invalidates,
  })
  const { mutateAsync } = useApiMutation({
    call: (id: string) => api.call('deleteReportFile', { params: { id } }),
    success: ({ message }) => message,
    invalidates,
  })
  return {
    retry,
    deleteFile: ({ _id, file }: ReportRun) =>
      confirm({
        title: t('run.deleteTitle', { name: file?.name ?? '' }),
        content: t('run.deleteWhat'),
        verb: t('run.deleteVerb'),
        onConfirm: () => mutateAsync(_id),
      }),
  }
}

function stateText(
  { state, error, madeUp, byHand }: ReportRun,
  t: ReturnType<typeof useTranslation<'report-schedules'>>['t'],
): string {
  const more = madeUp ? t('run.madeUp') : byHand ? t('run.byHand') : ''
  const errorText = error === undefined ? '' : serverText(error)
  return [t(`state.${state}`), more, errorText].filter(Boolean).join(' · ')
}
