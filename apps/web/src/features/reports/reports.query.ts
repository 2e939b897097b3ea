import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { EncryptionLimits, ReportName } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { scopeOfCriteria } from '../../lib/live/live-scope.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import type { ReportDefinition } from './report-definition.ts'
import type { ReportBody } from './report-state.ts'
import type { Report } from './use-report.ts'

/** A page of the rows of a report. */
export interface ReportRows<Row> extends EncryptionLimits {
  readonly assets: readonly Row[]
  /** Number of all rows. */
  readonly maxAssets: number
  /** Time of reading, in milliseconds. */
  readonly readAt: number
}

/** Query for rows of a report, with the further values of its response; `page` is one-based. */
export const reportRowsQuery = <N extends ReportName>(
  definition: ReportDefinition<N>,
  body: ReportBody,
  page: number,
  items: number,
) =>
  queryOptions({
    queryKey: [KEYS.reports, definition.page, body, page, items],
    queryFn: async ({ signal }) => {
      const answer = await api.call('readReport', {
        params: { page: definition.page },
        body: { pagination: { currentPage: page, items }, ...body },
        signal,
      })
      return { ...answer, readAt: Date.now() }
    },
    placeholderData: keepPreviousData,
    meta: {
      refreshMs: REFRESH_MS,
      ...(definition.livePaths ? { liveScope: scopeOfCriteria(body.items, definition.livePaths) } : {}),
    },
  })

/** Returns the rows of a report page, once the user has requested them. */
export const useReportRows = <N extends ReportName>({ definition, body, state, isAsked }: Report<N>) =>
  useQuery({ ...reportRowsQuery(definition, body, state.page, state.pageSize), enabled: isAsked })
