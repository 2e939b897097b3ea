import { hourOfWeekIn, readUtilisation } from '../../utilisation/index.ts'
import { controlMember } from '../body-members.ts'
import type { ReportPage } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { columnsNamed } from './asset-rows.ts'
import { readOwnedPieces } from './owned-pieces.ts'
import { type FiguresQuestion, summaryPage } from './summary-page.ts'

const COLUMNS = [
  ...columnsNamed('Category', 'Unit', 'Owned'),
  { key: 'InUse', label: 'In use %' },
  { key: 'Infusing', label: 'Infusing %' },
  { key: 'Moving', label: 'Moving %' },
  { key: 'Idle', label: 'Idle %' },
  { key: 'Peak', label: 'Peak in use' },
  { key: 'NeverNeeded', label: 'Never needed' },
]
const MOST_USED_FIRST = [
  { sortField: 'InUse', sortDirection: -1 as const },
  { sortField: 'Category', sortDirection: 1 as const },
  { sortField: 'Unit', sortDirection: 1 as const },
]

/** Creates the report of equipment use by category and unit. */
export const utilisationPage = (parts: ReportParts): ReportPage =>
  summaryPage(parts, {
    name: 'utilisation',
    columns: COLUMNS,
    defaultSort: MOST_USED_FIRST,
    open: openUtilisation,
  })

/** @throws ApiError 400 for an unknown time zone */
async function openUtilisation(
  parts: ReportParts,
  { actor, body, assetConditions, depth, from, to }: FiguresQuestion,
) {
  const hourOfWeek = hourOfWeekIn(controlMember(body, 'timeZone'))
  return async () => {
    const filter = await parts.lists.filterOf(
      { ...assetConditions, sort: [] },
      { actor, activeByDefault: true },
    )
    const pieces = await readOwnedPieces(parts.db, filter, depth)
    const { rows, ...more } = await readUtilisation(parts.states, { pieces, from, to, hourOfWeek })
    return { rows, more }
  }
}
