import type { CleaningRow, UncleanedUse } from '@wardtrack/contracts'
import { type ReportDefinition, shortPlace } from '../reports/index.ts'

/** Report of cleaning rounds with the default settings of its page. */
export const CLEANING: ReportDefinition = {
  route: 'report/cleaning',
  page: 'cleaning',
  period: 'last-7-days',
  defaultType: 'Equipment',
  sorting: { sortField: 'NotCleaned', sortDirection: -1 },
}

/** Additional values of the report besides its rows. */
export interface CleaningAnswer {
  readonly cleaningPlaces?: number
  /** Categories and units with the most uses that no cleaning followed. */
  readonly groups?: readonly CleaningRow[]
  readonly uncleaned?: readonly UncleanedUse[]
  readonly maxUncleaned?: number
}

/** Formats category and unit in one line. */
export const groupName = (
  { Category, Unit }: Pick<CleaningRow, 'Category' | 'Unit'>,
  categoryName: (code: string) => string,
): string => [categoryName(Category), shortPlace(Unit)].filter(Boolean).join(' · ')
