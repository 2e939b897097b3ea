import type { AlertSegment } from '../../lib/alert-queries.ts'
import { ANY_TIME, type DateRange, urlDateRange } from '../../lib/date-range.ts'
import { type UrlSchema, urlChoice, urlNumber, urlText, useUrlState } from '../../lib/url-state.ts'

/** Filters and page of the alert list, kept in the address to be shared and restored by Back. */
export interface AlertsView {
  readonly segment: AlertSegment
  readonly search: string
  /** Range of the times when the alerts were raised. */
  readonly range: DateRange
  /** One-based. */
  readonly page: number
}

/** Segments in the order in which an alert passes them; the list starts with the first. */
export const SEGMENTS = ['open', 'acknowledged', 'resolved', 'all'] as const satisfies AlertSegment[]

const schema: UrlSchema<AlertsView> = {
  segment: urlChoice('status', SEGMENTS),
  search: urlText('search'),
  range: urlDateRange('time', ANY_TIME.preset),
  page: urlNumber('page', 1),
}

/**
 * Returns the view of the alerts page and the functions that change it. Typing replaces the history entry, choosing
 * adds one.
 */
export function useAlertsView() {
  const [view, change] = useUrlState(schema)
  return {
    view,
    setSegment: (segment: AlertSegment) => change({ segment, page: 1 }),
    setSearch: (search: string) => change({ search, page: 1 }, { replace: true }),
    setRange: (range: DateRange) => change({ range, page: 1 }),
    setPage: (page: number) => change({ page }),
    toPage: (page: number) => change({ page }, { replace: true }),
  }
}
