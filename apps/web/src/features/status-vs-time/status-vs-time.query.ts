import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ChartMember } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { reportDefinition } from '../reports/index.ts'

/** Report of states over time with the default settings of its page. */
export const STATUS_VS_TIME = reportDefinition('status-vs-time')

type Criteria = readonly Record<string, unknown>[]

/** Query for the number of assets in each state over time. @param items criteria with the period */
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

/** Filter of the assets behind a band. */
export interface BandQuestion {
  /** Criteria without a period. */
  readonly items: Criteria
  /** End of the chosen bucket, ISO 8601. */
  readonly moment: string
  readonly state: ChartMember
}

/** Number of assets on a page behind a band. */
export const BAND_PAGE_SIZE = 10

/** Query for a page of the assets that were in a state at a time; `page` is one-based. */
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
