import { filterRouteOf } from '../../lib/filter-routes.ts'
import { useUrlState } from '../../lib/url-state.ts'
import type { FilterValues } from '../../ui/filters/index.ts'
import { useNow } from '../../ui/use-now.ts'
import { useDefaultFilter } from '../saved-filters/index.ts'
import type { ReportDefinition } from './report-definition.ts'
import { type ReportState, reportBody, reportSchema } from './report-state.ts'

/**
 * What of a report is looked at, as the address holds it, and how it is asked for. A person's default filter is taken
 * over when the page is opened without any.
 */
export function useReport(definition: ReportDefinition) {
  const [state, changeState] = useUrlState(reportSchema(definition))
  const now = useNow()
  const isFiltered = Object.keys(state.filters).length > 0
  const { defaultType, page } = definition
  useDefaultFilter({
    page: filterRouteOf(page),
    isSet: isFiltered,
    ...(defaultType === undefined ? {} : { defaultType }),
    onValues: (filters) => changeState({ filters }, { replace: true }),
  })
  return {
    definition,
    state,
    /** Other filters, level or order lead to the first page. */
    change: (part: Partial<ReportState>) => changeState({ page: 1, ...part }),
    changeFilters: (filters: FilterValues) => changeState({ page: 1, filters, asked: 'yes' }),
    body: reportBody(definition, state, now),
    now,
    isFiltered,
    /** Whether there is anything to show: some pages wait until somebody asks. */
    isAsked: !definition.waits || state.asked === 'yes' || isFiltered,
  }
}

/** A report page's state and the ways to change it. */
export type Report = ReturnType<typeof useReport>
