import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ChartMember } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import type { ReportDefinition } from '../reports/index.ts'

/** The report of states over time, before anything is chosen on its page. */
export const STATUS_VS_TIME: ReportDefinition = {
  route: 'report/status-vs-time',
  page: 'status-vs-time',
  period: 'last-6-hours',
  defaultType: 'Equipment',
  sorting: { sortField: 'createdAt', sortDirection: 1 },
}

type Criteria = readonly Record<string, unknown>[]

/** How many assets were in which state over time. @param items criteria with the period */
export const chartPointsQuery = (items: Criteria) =>
  queryOptions({
    queryKey: [KEYS.reports, 'status-vs-time', items],
    queryFn: async ({ signal }) => ({
      ...(await api.call('getStatusVsTimeReport', { body: { items: [...items] }, signal })),
      readAt: Date.now(),
    }),
    placeholderData: keepPreviousData,
    meta: { refreshMs: REFRESH_MS },
  })

/** Which assets of a band are asked for. */
export interface BandQuestion {
  /** Criteria without a period. */
  readonly items: Criteria
  /** The end of the bucket that was chosen, ISO 8601. */
  readonly moment: string
  readonly state: ChartMember
}

/** Rows of the assets behind a band. */
export const BAND_PAGE_SIZE = 10

/** The assets that were in a state at a moment, a page of them; `page` is one-based. */
export const bandAssetsQuery = ({ items, moment, state }: BandQuestion, page: number) =>
  queryOptions({
    queryKey: [KEYS.reports, 'status-vs-time', 'assets', items, moment, state, page],
    queryFn: ({ signal }) =>
      api.call('getStatusVsTimeAssets', {
        body: {
          items: [...items],
          moment,
          state,
          pagination: { currentPage: page, items: BAND_PAGE_SIZE },
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
