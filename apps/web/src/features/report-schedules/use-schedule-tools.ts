import type { ReportSchedule } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { bodyOf, reportOf, valuesOf } from './schedule-values.ts'

/** Actions on a schedule in its row. */
export interface ScheduleTools {
  readonly run: (id: string) => void
  readonly setEnabled: (schedule: ReportSchedule, enabled: boolean) => void
  readonly remove: (schedule: ReportSchedule) => void
}

/** Runs, switches and deletes schedules. */
export function useScheduleTools(): ScheduleTools {
  const { t } = useTranslation('report-schedules')
  const confirm = useConfirm()
  const invalidates = [[KEYS.reportSchedules]]
  const { mutate: run } = useApiMutation({
    call: (id: string) => api.call('runReportSchedule', { params: { id } }),
    success: ({ message }) => message,
    invalidates,
  })
  const { mutate: change } = useApiMutation({
    call: ({ schedule, enabled }: { schedule: ReportSchedule; enabled: boolean }) =>
      api.call('editReportSchedule', {
        params: { id: schedule._id },
        body: bodyOf({ ...valuesOf(schedule), enabled }, reportOf(schedule), schedule),
      }),
    success: ({ message }) => message,
    invalidates,
  })
  const { mutateAsync: remove } = useApiMutation({
    call: (id: string) => api.call('deleteReportSchedule', { params: { id } }),
    success: ({ message }) => message,
    invalidates,
  })
  return {
    run,
    setEnabled: (schedule, enabled) => change({ schedule, enabled }),
    remove: ({ _id, Name }) =>
      confirm({
        title: t('delete.title', { name: Name }),
        content: t('delete.what'),
        verb: t('delete.verb'),
        onConfirm: () => remove(_id),
      }),
  }
}
