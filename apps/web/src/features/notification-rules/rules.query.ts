import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Query for a page of the notification rules, newest first. `page` is one-based. */
export const notificationRulesQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: [KEYS.rules, 'list', page, pageSize],
    queryFn: ({ signal }) =>
      api.call('getNotificationRules', { query: { currentPage: page, pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

/** Query for one rule. */
export const notificationRuleQuery = (id: string) =>
  queryOptions({
    queryKey: [KEYS.rules, 'one', id],
    queryFn: async ({ signal }) => (await api.call('notificationRule', { params: { id }, signal })).data,
  })

/** Query for possible recipients of a rule, privileges and users, by a part of their names. */
export const recipientsQuery = (search: string) =>
  queryOptions({
    queryKey: [KEYS.rules, 'recipients', search],
    queryFn: ({ signal }) => api.call('notificationRecipients', { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })
