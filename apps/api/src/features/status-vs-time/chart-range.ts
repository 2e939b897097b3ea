import type { CriteriaBody, Sort } from '@wardtrack/contracts'
import { savedFilter } from '@wardtrack/contracts'
import type { CriteriaCondition, CriteriaFields, ReadCriteria } from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'
import { criteriaOf, invalidCriteria } from '../assets/index.ts'

/** Asset type of the chart when criteria name none. */
const DEFAULT_TYPE = 'Equipment'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Range of a chart when criteria name none. */
const DEFAULT_RANGE_MS = 6 * HOUR_MS
const MAX_RANGE_MS = 366 * DAY_MS
const NO_SORT: Sort[] = []

/**
 * Assets and time range of a chart: milliseconds, with an exclusive end. `asked`: the criteria as sent, with the
 * conditions on the time.
 */
export type ChartCriteria = { criteria: ReadCriteria; asked: ReadCriteria; start: number; end: number }

/**
 * Reads the parameters of a chart: criteria in any form, or a whole saved filter.
 * @param now end of a range that is open or in the future, milliseconds
 * @throws ApiError 400
 */
export function readChartCriteria(body: CriteriaBody, fields: CriteriaFields, now: number): ChartCriteria {
  const { criteria, times } = readAssetCriteria(body, fields)
  const starts = times.map(({ test }) => boundOf(test, '$gte')).filter((time) => time !== undefined)
  const ends = times.map(({ test }) => boundOf(test, '$lt')).filter((time) => time !== undefined)
  const end = Math.min(now, ...ends)
  const start = starts.length > 0 ? Math.max(...starts) : end - DEFAULT_RANGE_MS
  if (end < start) throw invalidRange('The end is before the start.')
  if (end - start < MINUTE_MS) throw invalidRange('The range is shorter than a minute.')
  if (end - start > MAX_RANGE_MS) throw invalidRange('The range is longer than 366 days.')
  const asked = { ...criteria, conditions: [...criteria.conditions, ...times] }
  return { criteria, asked, start, end }
}

/** Reads criteria on the assets of a chart, separate from conditions on its time. @throws ApiError 400 */
export function readAssetCriteria(
  body: CriteriaBody,
  fields: CriteriaFields,
  pathPrefix = '',
): { criteria: ReadCriteria; times: CriteriaCondition[] } {
  const whole = savedFilter.safeParse(body)
  const {
    conditions,
    searches,
    unfiltered = [],
  } = criteriaOf(whole.success ? whole.data.criteria : body, fields, pathPrefix, fields, DEFAULT_TYPE)
  const assetConditions = conditions.filter(({ path }) => path !== 'createdAt')
  const times = conditions.filter(({ path }) => path === 'createdAt')
  return { criteria: { conditions: assetConditions, sort: NO_SORT, searches, unfiltered }, times }
}

function boundOf(test: Record<string, unknown>, bound: '$gte' | '$lt'): number | undefined {
  if (!('$gte' in test || '$lt' in test)) throw invalidCriteria('createdAt', 'A range of time is needed.')
  const time = test[bound]
  return time instanceof Date ? time.getTime() : undefined
}

const invalidRange = (message: string): ApiError =>
  new ApiError('validation', message, { errors: [{ path: 'createdAt', message }] })
