import type { FixedReportName, ReportName, ReportSettings } from '@wardtrack/contracts'
import { REPORT_PAGES } from '@wardtrack/contracts/report-pages'
import type { RangePreset } from '../../lib/date-range.ts'
import type { FilterTraits } from '../asset-filters/index.ts'

/** Parts of a report page that only the console knows. */
interface ConsoleTraits {
  /** Default period; absent if the rows have no time. */
  readonly period?: RangePreset
  /** Conditions of the page besides its filters. */
  readonly conditions?: readonly Record<string, unknown>[]
  /** Set if the report groups by hour, in the reader's time zone. */
  readonly hasHours?: true
  readonly filterTraits?: FilterTraits
  /** Paths into an asset whose changes by live events refetch the rows. */
  readonly livePaths?: readonly string[]
}

/** Definition of a report page: the contract's settings, and parts that only the console knows. */
export interface ReportDefinition<N extends ReportName = ReportName>
  extends ConsoleTraits,
    Readonly<Omit<ReportSettings, 'period' | 'defaultType' | 'days'>> {
  /** Name of the report in calls. */
  readonly page: N
  /**
   * Route of the page, without its leading slash. Filters are saved for it, unless the report uses those of another
   * page.
   */
  readonly route: string
  /** Custom report of the page. */
  readonly reportId?: string
  /** Default asset type; absent if the report includes every type. */
  readonly defaultType?: string
}

/** Returns the definition of a report page. */
export const reportDefinition = <N extends FixedReportName>(
  page: N,
  traits: ConsoleTraits = {},
): ReportDefinition<N> => {
  const settings: ReportSettings = REPORT_PAGES[page]
  return { ...settings, route: `report/${page}`, page, ...traits }
}
