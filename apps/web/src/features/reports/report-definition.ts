import type { RangePreset } from '../../lib/date-range.ts'
import type { Sorting } from '../../lib/sorting.ts'
import type { FilterTraits } from '../asset-filters/index.ts'

/** Definition of a report page: its default settings. */
export interface ReportDefinition {
  /**
   * Route of the page, without its leading slash. Filters are saved for it, unless the report uses those of another
   * page.
   */
  readonly route: string
  /** Name of the page in the calls of reports. */
  readonly page: string
  /** Custom report of the page. */
  readonly reportId?: string
  /** Default period; absent if the rows have no time. */
  readonly period?: RangePreset
  /** Default asset type; absent if the report includes every type. */
  readonly defaultType?: string
  /** Set if the page shows nothing until the user requests the report. */
  readonly waits?: true
  /** Default order of the rows. */
  readonly sorting: Sorting
  /** Conditions of the page besides its filters. */
  readonly conditions?: readonly Record<string, unknown>[]
  /** Set if the report groups by hour, in the reader's time zone. */
  readonly hasHours?: true
  readonly filterTraits?: FilterTraits
  /** Paths into an asset whose changes by live events refetch the rows. */
  readonly livePaths?: readonly string[]
}
