import type { ReportName } from '@wardtrack/contracts'
import { filterRouteOf } from '../../lib/filter-routes.ts'
import { useUrlState } from '../../lib/url-state.ts'
import type { FilterValues } from '../../ui/filters/index.ts'
import { useNow } from '../../ui/use-now.ts'
import { useDefaultFilter } from '../saved-filters/index.ts'
import type { ReportDefinition } from './report-definition.ts'
import { type ReportState, reportBody, reportSchema } from './report-state.ts'

/**
 * Returns the state of a report in the address, and its requests. If the address has no filters, the user's default
 * filter applies.
 */
export function useReport<N extends ReportName>(definition: ReportDefinition<N>) {
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
    /** Another filter, level or order starts at the first page. */
    change: (part: Partial<ReportState>) => changeState({ page: 1, ...part }),
    changeFilters: (filters: FilterValues) => changeState({ page: 1, filters, asked: 'yes' }),
    body: reportBody(definition, state, now),
    now,
    isFiltered,
    /** True if the report is shown: some pages wait for the user's request. */
    isAsked: !definition.waitsForUser || state.asked === 'yes' || isFiltered,
  }
}

/** State of a report page, and the functions that change it. */
export type Report<N extends ReportName = ReportName> = ReturnType<typeof useReport<N>>
