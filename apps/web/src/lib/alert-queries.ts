import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AlertStatus, GeofenceAlert } from '@wardtrack/contracts'
import { api } from './api.ts'
import { type DateRange, rangeQuery, rangeText } from './date-range.ts'
import { patchQueries } from './live/patch-query.ts'
import { REFRESH_MS } from './periodic-refresh.ts'
import { KEYS } from './queries.ts'

/** Status of the alerts in a list. */
export type AlertSegment = AlertStatus | 'all'

/** Number of alerts on a page of the list. */
export const ALERTS_ON_A_PAGE = 9

/** A page of alerts, newest first. */
export interface AlertPage {
  readonly fetchedAlerts: readonly GeofenceAlert[]
  readonly totalAlerts: number
  /** Time of reading in milliseconds. Live events patch the page and do not change the time. */
  readonly readAt: number
}

/** Filters of an alert list. */
export interface AlertQuestion {
  readonly segment: AlertSegment
  /** Search text; empty for all alerts. */
  readonly search: string
  /** Range of the times when the alerts were raised. */
  readonly range: DateRange
}

/** Converts the filters to a query. A period that ends now is resolved on each reading. */
const toQuery = ({ segment, search, range }: AlertQuestion) => ({
  ...(segment === 'all' ? {} : { status: segment }),
  // In `filterData`, the server would parse such texts as criteria.
  ...(search === '' ? {} : /^\s*[[{]/.test(search) ? { search } : { filterData: search }),
  ...rangeQuery(range, Date.now()),
})

/** Query for a page of alerts; `page` is one-based. */
export const alertListQuery = (question: AlertQuestion, page: number) =>
  queryOptions({
    queryKey: [KEYS.alerts, 'list', question.segment, question.search, page, rangeText(question.range)],
    queryFn: async ({ signal }): Promise<AlertPage> => ({
      ...(await api.call('geofenceAlerts', {
        query: { page, pagesize: ALERTS_ON_A_PAGE, ...toQuery(question) },
        signal,
      })),
      readAt: Date.now(),
    }),
    placeholderData: keepPreviousData,
    meta: { refreshMs: REFRESH_MS },
  })

/** Query for the number of alerts. */
export const alertCountQuery = (question: AlertQuestion) =>
  queryOptions({
    queryKey: [KEYS.alerts, 'count', question.segment, question.search, rangeText(question.range)],
    queryFn: async ({ signal }): Promise<number> => {
      const query = { page: 1, pagesize: 1, ...toQuery(question) }
      return (await api.call('geofenceAlerts', { query, signal })).totalAlerts
    },
    meta: { refreshMs: REFRESH_MS },
  })

/** Query for one alert. */
export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: [KEYS.alert, id],
    queryFn: async ({ signal }): Promise<GeofenceAlert> =>
      (await api.call('geofenceAlert', { params: { id }, signal })).data,
    meta: { refreshMs: REFRESH_MS },
  })

/** Changes an alert wherever it is cached. `change` gets the cached alert. */
export function changeCachedAlert(
  client: QueryClient,
  id: string,
  change: (known: GeofenceAlert) => GeofenceAlert,
): void {
  patchQueries<GeofenceAlert>(client, [KEYS.alert, id], change)
  patchQueries<AlertPage>(client, [KEYS.alerts, 'list'], (page) =>
    page.fetchedAlerts.some((alert) => alert.id === id)
      ? {
          ...page,
          fetchedAlerts: page.fetchedAlerts.map((alert) => (alert.id === id ? change(alert) : alert)),
        }
      : page,
  )
}
