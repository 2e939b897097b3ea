import {
  ANY_TIME,
  type DateRange,
  isLimited,
  RANGE_STEPS,
  rangeBounds,
  rangeCondition,
} from '../../lib/date-range.ts'
import { isSameSorting, type Sorting, urlSorting } from '../../lib/sorting.ts'
import { type UrlSchema, urlChoice, urlNumber, urlText } from '../../lib/url-state.ts'
import { type FilterValues, filterCriteria, isTexts, urlFilters } from '../../ui/filters/index.ts'
import { PERIOD_MODEL } from '../asset-filters/index.ts'
import type { ReportDefinition } from './report-definition.ts'

/** Page sizes to choose from. */
export const PAGE_SIZES = [5, 10, 15] as const

/** Filters, order and page of a report, kept in the address. */
export interface ReportState {
  readonly filters: FilterValues
  /** `Level_n`, the level for grouping places; empty for the whole path. */
  readonly level: string
  readonly sorting: Sorting
  readonly page: number
  readonly pageSize: number
  /** `yes` once the user has requested rows on a page that waits for it. */
  readonly asked: 'no' | 'yes'
}

/** Returns the fields of the address for the state. */
export const reportSchema = ({ sorting }: ReportDefinition): UrlSchema<ReportState> => ({
  filters: urlFilters('filter'),
  level: urlText('level'),
  sorting: urlSorting('sort', sorting),
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', PAGE_SIZES[0], PAGE_SIZES),
  asked: urlChoice('asked', ['no', 'yes']),
})

/** Returns the period of the report. */
export function periodOf({ period }: ReportDefinition, filters: FilterValues): DateRange {
  const chosen = filters[PERIOD_MODEL]
  if (chosen !== undefined && typeof chosen !== 'string' && !isTexts(chosen)) return chosen
  return period === undefined ? ANY_TIME : { preset: period }
}

/** Returns the filters with another period. */
export function withPeriod(
  { period }: ReportDefinition,
  { [PERIOD_MODEL]: _former, ...filters }: FilterValues,
  range: DateRange,
): FilterValues {
  const isUsual = 'preset' in range && range.preset === period
  return isUsual ? filters : { ...filters, [PERIOD_MODEL]: range }
}

/** Returns both ends of a period, which reports require. A period that ends now is rounded to its step. */
function periodCondition(range: DateRange, now: number): Record<string, unknown>[] {
  const condition = rangeCondition(range, now)
  if (!condition) return []
  const { $gte, $lt } = condition
  const { from, to } = rangeBounds(range, now)
  const lateness = from - Date.parse($gte)
  const end = $lt ?? new Date(to + (to - from) / RANGE_STEPS - lateness).toISOString()
  return [{ [PERIOD_MODEL]: { $gte, $lt: end } }]
}

/**
 * Returns the criteria of a report: its period, its default asset type unless a filter names another, and the
 * filters.
 */
export function reportCriteria(
  definition: ReportDefinition,
  { filters }: Pick<ReportState, 'filters'>,
  now: number,
): Record<string, unknown>[] {
  const { [PERIOD_MODEL]: _period, ...otherFilters } = filters
  const period = periodOf(definition, filters)
  const { defaultType } = definition
  const type = defaultType === undefined || 'AssetType' in filters ? [] : [{ AssetType: [defaultType] }]
  return [
    ...(isLimited(period) ? periodCondition(period, now) : []),
    ...type,
    ...filterCriteria(otherFilters, now),
  ]
}

/** Returns the body of report calls, without the page of rows. */
export function reportBody(
  definition: ReportDefinition,
  state: Pick<ReportState, 'filters' | 'level' | 'sorting'>,
  now: number,
) {
  const { sorting, level } = state
  const sort = isSameSorting(sorting, definition.sorting) ? [] : [{ sort: [sorting] }]
  return {
    items: [...(definition.conditions ?? []), ...reportCriteria(definition, state, now), ...sort],
    ...(level === '' ? {} : { level }),
    ...(definition.hasHours ? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {}),
    ...(definition.reportId === undefined ? {} : { reportId: definition.reportId }),
  }
}

/** Result of {@link reportBody}. */
export type ReportBody = ReturnType<typeof reportBody>

/** Returns the body of a report with the default settings of its page. */
export const openingBody = (definition: ReportDefinition, now: number): ReportBody =>
  reportBody(definition, { filters: {}, level: '', sorting: definition.sorting }, now)
