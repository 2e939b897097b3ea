import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AlertStatus, GeofenceAlert } from '@wardtrack/contracts'
import { api } from './api.ts'
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

const asked = (segment: AlertSegment, filter: string) => ({
  ...(segment === 'all' ? {} : { status: segment }),
  ...(filter === '' ? {} : { filterData: filter }),
})

/** Alerts of a segment that hold a text, a page of them; `page` is one-based. */
export const alertListQuery = (segment: AlertSegment, filter: string, page: number) =>
  queryOptions({
    queryKey: [KEYS.alerts, 'list', segment, filter, page],
    queryFn: async ({ signal }): Promise<AlertPage> => ({
      ...(await api.call('geofenceAlerts', {
        query: { page, pagesize: ALERTS_ON_A_PAGE, ...asked(segment, filter) },
        signal,
      })),
      readAt: Date.now(),
    }),
    placeholderData: keepPreviousData,
    meta: { refreshMs: REFRESH_MS },
  })

/** How many alerts a segment holds. */
export const alertCountQuery = (segment: AlertSegment, filter = '') =>
  queryOptions({
    queryKey: [KEYS.alerts, 'count', segment, filter],
    queryFn: async ({ signal }): Promise<number> => {
      const query = { page: 1, pagesize: 1, ...asked(segment, filter) }
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
