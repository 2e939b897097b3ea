import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

/** Number of notifications on a page of the list. */
export const NOTIFICATIONS_ON_A_PAGE = 10

/** Query for the number of unread notifications. */
export const unreadCountQuery = () =>
  queryOptions({
    queryKey: [KEYS.notifications, 'unread'],
    queryFn: async ({ signal }) => {
      const { unread } = await api.call('notifications', { query: { pagesize: 1, unread: '1' }, signal })
      return unread
    },
    meta: { refreshMs: REFRESH_MS },
  })

/** Query for a page of notifications, newest first. `page` is one-based. */
export const notificationsQuery = (show: 'all' | 'unread', page: number) =>
  queryOptions({
    queryKey: [KEYS.notifications, 'list', show, page],
    queryFn: async ({ signal }) =>
      api.call('notifications', {
        query: { pagesize: NOTIFICATIONS_ON_A_PAGE, page, ...(show === 'unread' ? { unread: '1' } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { refreshMs: REFRESH_MS },
  })
