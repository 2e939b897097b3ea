import { useSearchParams } from 'react-router'
import type { AlertSegment } from '../../lib/alert-queries.ts'

/** What the list of alerts shows; it lives in the address, so that it can be shared and gone back to. */
export interface AlertsView {
  readonly segment: AlertSegment
  readonly search: string
  /** One-based. */
  readonly page: number
}

/** The segments in the order in which an alert passes them. */
export const SEGMENTS: readonly AlertSegment[] = ['open', 'acknowledged', 'resolved', 'all']

/** Reads the view out of an address's query; the list opens on what is open. */
export function readAlertsView(query: URLSearchParams): AlertsView {
  const page = Number(query.get('page'))
  return {
    segment: SEGMENTS.find((each) => each === query.get('status')) ?? 'open',
    search: query.get('search')?.slice(0, 200) ?? '',
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  }
}

/** Writes a view as an address's query; what is the default is left out. */
export function writeAlertsView({ segment, search, page }: AlertsView): URLSearchParams {
  const query = new URLSearchParams()
  if (segment !== 'open') query.set('status', segment)
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query
}

/** The view of the alerts page and the ways to change it. Typing replaces the history entry, choosing adds one. */
export function useAlertsView() {
  const [query, setQuery] = useSearchParams()
  const view = readAlertsView(query)
  const change = (part: Partial<AlertsView>, replace = false): void =>
    setQuery(writeAlertsView({ ...view, ...part }), { replace })
  return {
    view,
    setSegment: (segment: AlertSegment) => change({ segment, page: 1 }),
    setSearch: (search: string) => change({ search, page: 1 }, true),
    setPage: (page: number) => change({ page }),
    toPage: (page: number) => change({ page }, true),
  }
}
