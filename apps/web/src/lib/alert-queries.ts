import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AlertStatus, GeofenceAlert } from '@wardtrack/contracts'
import { api } from './api.ts'
import { type DateRange, rangeQuery, rangeText } from './date-range.ts'
import { patchQueries } from './live/patch-query.ts'
import { REFRESH_MS } from './periodic-refresh.ts'
import { KEYS } from './queries.ts'

/** Which alerts a list shows. */
export type AlertSegment = AlertStatus | 'all'

/** Alerts on a page of the list. */
export const ALERTS_ON_A_PAGE = 9

/** A page of alerts, newest first. */
export interface AlertPage {
  readonly fetchedAlerts: readonly GeofenceAlert[]
  readonly totalAlerts: number
  /** When it was read, milliseconds; live events patch the page and leave this. */
  readonly readAt: number
}

/** Which alerts are asked for. */
export interface AlertQuestion {
  readonly segment: AlertSegment
  /** A text that they hold; all when empty. */
  readonly search: string
  /** When they were raised. */
  readonly range: DateRange
}

/** A period that ends now does so when it is read. */
const toQuery = ({ segment, search, range }: AlertQuestion) => ({
  ...(segment === 'all' ? {} : { status: segment }),
  // What begins so is read as criteria unless it is said to be a text.
  ...(search === '' ? {} : /^\s*[[{]/.test(search) ? { search } : { filterData: search }),
  ...rangeQuery(range, Date.now()),
})

/** A page of alerts; `page` is one-based. */
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

/** How many alerts there are. */
export const alertCountQuery = (question: AlertQuestion) =>
  queryOptions({
    queryKey: [KEYS.alerts, 'count', question.segment, question.search, rangeText(question.range)],
    queryFn: async ({ signal }): Promise<number> => {
      const query = { page: 1, pagesize: 1, ...toQuery(question) }
      return (await api.call('geofenceAlerts', { query, signal })).totalAlerts
    },
    meta: { refreshMs: REFRESH_MS },
  })

/** One alert. */
export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: [KEYS.alert, id],
    queryFn: async ({ signal }): Promise<GeofenceAlert> =>
      (await api.call('geofenceAlert', { params: { id }, signal })).data,
    meta: { refreshMs: REFRESH_MS },
  })

/** Changes an alert wherever it is cached; `change` gets what is known there. */
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
