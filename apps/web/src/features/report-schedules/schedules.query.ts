import { queryOptions } from '@tanstack/react-query'
import type { ReportRun, ReportSchedule } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Polling interval while a report is being created, in milliseconds. */
const WORK_MS = 2_000

const isAtWork = (state: ReportRun['state'] | undefined): boolean =>
  state === 'waiting' || state === 'running'

/** Query for the user's schedules, which also tells if mail can reach the user. */
export const schedulesQuery = () =>
  queryOptions({
    queryKey: [KEYS.reportSchedules],
    queryFn: ({ signal }) => api.call('listReportSchedules', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ lastRun }: ReportSchedule) => isAtWork(lastRun?.state)) ? WORK_MS : false,
  })

/** Query for a page of a schedule's runs and their results. */
export const runsQuery = (id: string, page: number, pagesize: number) =>
  queryOptions({
    queryKey: [KEYS.reportSchedules, id, page, pagesize],
    queryFn: ({ signal }) =>
      api.call('listReportRuns', { params: { id }, query: { page, pagesize }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((run) => isAtWork(run.state) || run.mail === 'waiting') ? WORK_MS : false,
  })

/** Query for the next runs of a timing. */
export const nextRunsQuery = (
  timing: { every: ReportSchedule['every']; time: string; timeZone: string } & object,
) =>
  queryOptions({
    queryKey: [KEYS.reportSchedules, 'next', timing],
    queryFn: ({ signal }) => api.call('nextReportRuns', { body: timing, signal }),
    retry: false,
  })
