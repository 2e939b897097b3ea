import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { scopeOfCriteria } from '../../lib/live/live-scope.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

/** Content of a report's preview during editing. */
export interface PreviewQuestion {
  readonly Subject: string
  readonly Fields: readonly string[]
  readonly TargetField?: string
  /** Map of the heat map; by default the map with the most assets. */
  readonly mapId?: string
}

/** Query for the first rows of a report during editing, and its assets on a map. */
export const reportPreviewQuery = (question: PreviewQuestion) =>
  queryOptions({
    queryKey: [KEYS.customReports, 'preview', question],
    queryFn: ({ signal }) =>
      api.call('previewCustomReport', { body: { ...question, Fields: [...question.Fields] }, signal }),
    placeholderData: keepPreviousData,
    meta: { refreshMs: REFRESH_MS },
  })

type Conditions = readonly Record<string, unknown>[]

/** Query for the assets of a heat map report on one map. `model`: stored path of the shown value. */
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
