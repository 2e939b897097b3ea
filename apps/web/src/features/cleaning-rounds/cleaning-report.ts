import type { CleaningRow } from '@wardtrack/contracts'
import { reportDefinition, shortPlace } from '../reports/index.ts'

/** Report of cleaning rounds with the default settings of its page. */
export const CLEANING = reportDefinition('cleaning')

/** Formats category and unit in one line. */
export const groupName = (
  { Category, Unit }: Pick<CleaningRow, 'Category' | 'Unit'>,
  categoryName: (code: string) => string,
): string => [categoryName(Category), shortPlace(Unit)].filter(Boolean).join(' · ')
