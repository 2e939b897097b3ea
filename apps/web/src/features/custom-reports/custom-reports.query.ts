import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

/** One custom report. */
export const customReportQuery = (reportId: string) =>
  queryOptions({
    queryKey: [KEYS.customReports, 'one', reportId],
    queryFn: ({ signal }) => api.call('getCustomReportById', { params: { reportId }, signal }),
  })

/** What is shown of a report while it is composed. */
export interface PreviewQuestion {
  readonly Subject: string
  readonly Fields: readonly string[]
  readonly TargetField?: string
  /** That of the heat map; the one with the most assets when left out. */
  readonly mapId?: string
}

/** The first rows of a report that is being composed, and its assets on a map. */
export const reportPreviewQuery = (question: PreviewQuestion) =>
  queryOptions({
    queryKey: [KEYS.customReports, 'preview', question],
    queryFn: ({ signal }) =>
      api.call('previewCustomReport', { body: { ...question, Fields: [...question.Fields] }, signal }),
    placeholderData: keepPreviousData,
    meta: { refreshMs: REFRESH_MS },
  })
