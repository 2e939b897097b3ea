import type { CleaningRow, UncleanedUse } from '@wardtrack/contracts'
import { type ReportDefinition, shortPlace } from '../reports/index.ts'

/** The report of cleaning rounds, before anything is chosen on its page. */
export const CLEANING: ReportDefinition = {
  route: 'report/cleaning',
  page: 'cleaning',
  period: 'last-7-days',
  defaultType: 'Equipment',
  sorting: { sortField: 'NotCleaned', sortDirection: -1 },
}

/** What the report tells besides its rows. */
export interface CleaningAnswer {
  readonly cleaningPlaces?: number
  /** The categories and units with the most uses that no cleaning followed. */
  readonly groups?: readonly CleaningRow[]
  readonly uncleaned?: readonly UncleanedUse[]
  readonly maxUncleaned?: number
}

/** A category and a unit, in the room of a line. */
export const groupName = (
  { Category, Unit }: Pick<CleaningRow, 'Category' | 'Unit'>,
  categoryName: (code: string) => string,
): string => [categoryName(Category), shortPlace(Unit)].filter(Boolean).join(' · ')
