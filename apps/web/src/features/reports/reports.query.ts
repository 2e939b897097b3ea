import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { EncryptionLimits } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { scopeOfCriteria } from '../../lib/live/live-scope.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import type { ReportDefinition } from './report-definition.ts'
import type { ReportBody } from './report-state.ts'
import type { Report } from './use-report.ts'

/** A page of the rows of a report. */
export interface ReportRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** Additional values of the report besides its rows. */
  readonly more: Readonly<Record<string, unknown>>
  readonly limits: EncryptionLimits
  /** Time of reading, in milliseconds. */
  readonly readAt: number
}

/**
 * Query for rows of a report; `page` is one-based. The caller names the type of the rows, which differs by report in
 * the contract.
 */
export const reportRowsQuery = <Row>(
  definition: ReportDefinition,
  body: ReportBody,
  page: number,
  items: number,
) =>
  queryOptions({
    queryKey: [KEYS.reports, definition.page, body, page, items],
    queryFn: async ({ signal }): Promise<ReportRows<Row>> => {
      const {
        assets,
        maxAssets,
        unfiltered = [],
        unsorted = [],
        ...more
      } = await api.call('readReport', {
        params: { page: definition.page },
        body: { pagination: { currentPage: page, items }, ...body },
        signal,
      })
      const limits = { unfiltered, unsorted }
      return { rows: assets as Row[], total: maxAssets, more, limits, readAt: Date.now() }
    },
    placeholderData: keepPreviousData,
    meta: {
      refreshMs: REFRESH_MS,
      ...(definition.livePaths ? { liveScope: scopeOfCriteria(body.items, definition.livePaths) } : {}),
    },
  })

/** Returns the rows of a report page, once the user has requested them. The caller names the type of the rows. */
export const useReportRows = <Row>({ definition, body, state, isAsked }: Report) =>
  useQuery({
    ...reportRowsQuery<Row>(definition, body, state.page, state.pageSize),
    enabled: isAsked,
  })
