import type { RangePreset } from '../../lib/date-range.ts'
import type { Sorting } from '../../lib/sorting.ts'
import type { FilterTraits } from '../asset-filters/index.ts'

/** What a report page is, before anything is chosen on it. */
export interface ReportDefinition {
  /** Route of the page, without its leading slash: filters are saved for it, unless its report takes those of another page. */
  readonly route: string
  /** Name of the page in the calls of reports. */
  readonly page: string
  /** The custom report that the page shows. */
  readonly reportId?: string
  /** Period while nobody chose another; left out where the rows have no time. */
  readonly period?: RangePreset
  /** Asset type while no filter names one; left out where the report holds every type. */
  readonly defaultType?: string
  /** Shows nothing until somebody has asked for it. */
  readonly waits?: true
  /** The order of the rows while nobody chose another. */
  readonly sorting: Sorting
  /** Conditions that the page has beside its filters. */
  readonly conditions?: readonly Record<string, unknown>[]
  /** Hours are told apart: they are those of the reader's time zone. */
  readonly hasHours?: true
  readonly filterTraits?: FilterTraits
  /** Paths into an asset that decide what is shown: live events that change one of them read the rows again. */
  readonly livePaths?: readonly string[]
}
