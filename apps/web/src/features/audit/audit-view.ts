import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ANY_TIME, type DateRange, rangeQuery, rangeText, urlDateRange } from '../../lib/date-range.ts'
import { KEYS } from '../../lib/queries.ts'
import { type UrlSchema, urlChoice, urlNumber, urlText } from '../../lib/url-state.ts'

/** Page sizes to choose from. */
export const PAGE_SIZES = [25, 50, 100, 200] as const

/** Filters and page of the audit log, kept in the address. */
export interface AuditView {
  readonly actor: string
  readonly action: string
  readonly outcome: 'all' | 'ok' | 'refused'
  readonly patients: 'all' | 'read'
  readonly range: DateRange
  readonly page: number
  readonly pageSize: number
}

/** Fields of the address for the view. */
export const auditSchema: UrlSchema<AuditView> = {
  actor: urlText('person'),
  action: urlText('action'),
  outcome: urlChoice('outcome', ['all', 'ok', 'refused']),
  patients: urlChoice('patients', ['all', 'read']),
  range: urlDateRange('time', ANY_TIME.preset),
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', 50, PAGE_SIZES),
}

/** Returns the filter as parameters of the calls. A period that ends now is resolved on each reading. */
export function filterQuery({ actor, action, outcome, patients, range }: AuditView) {
  const { startDate, endDate } = rangeQuery(range, Date.now())
  return {
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(patients === 'all' ? {} : { patients }),
    ...(startDate ? { from: startDate } : {}),
    ...(endDate ? { to: endDate } : {}),
  }
}

/** Query for a page of entries, newest first. */
export const auditQuery = (view: AuditView) =>
  queryOptions({
    queryKey: [KEYS.audit, 'entries', { ...view, range: rangeText(view.range) }],
    queryFn: ({ signal }) =>
      api.call('listAudit', {
        query: { ...filterQuery(view), page: view.page, pagesize: view.pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
