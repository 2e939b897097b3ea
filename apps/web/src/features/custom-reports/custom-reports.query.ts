import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { scopeOfCriteria } from '../../lib/live/live-scope.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

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

type Conditions = readonly Record<string, unknown>[]

/** The assets of a heat map report on one map. `model`: stored path of the value that it shows. */
export const heatPointersQuery = (reportId: string, mapId: string, conditions: Conditions, model: string) =>
  queryOptions({
    queryKey: [KEYS.customReports, 'pointers', reportId, mapId, conditions],
    queryFn: ({ signal }) =>
      api.call('customReportPointers', {
        params: { reportId },
        body: [...conditions, { 'CurrentLocation.mapId': mapId }],
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: {
      refreshMs: REFRESH_MS,
      liveScope: scopeOfCriteria([...conditions], ['CurrentLocation.mapId', model]),
    },
  })
