import { messages } from '@wardtrack/contracts'
import { invalidMember } from '@wardtrack/service-kit'
import { readDwell } from '../../dwell/index.ts'
import { findMember } from '../body-members.ts'
import { findMatchingAssets } from '../matching-assets.ts'
import type { ReportPage } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { sortRows } from '../sort-rows.ts'
import { type FiguresQuestion, summaryPage } from './summary-page.ts'

/** Units of the chart. */
const CHART_UNITS = 12
const COLUMNS = [
  { key: 'Unit', label: 'Unit' },
  { key: 'Stays', label: 'Stays' },
  { key: 'StayMedian', label: 'Stay, median h' },
  { key: 'StayP90', label: 'Stay, p90 h' },
  { key: 'Turnarounds', label: 'Turnarounds' },
  { key: 'TurnaroundMedian', label: 'Turnaround, median h' },
  { key: 'TurnaroundP90', label: 'Turnaround, p90 h' },
]
const MOST_STAYS_FIRST = [
  { sortField: 'Stays', sortDirection: -1 as const },
  { sortField: 'Unit', sortDirection: 1 as const },
]

/** Creates the report of stays in units and of the time until the next use. */
export const dwellPage = (parts: ReportParts): ReportPage =>
  summaryPage(parts, { name: 'dwell', columns: COLUMNS, defaultSort: MOST_STAYS_FIRST, open: openDwell })

/** @throws ApiError 400 for too many moves in the period */
async function openDwell(
  parts: ReportParts,
  { actor, body, assetConditions, depth, from, to }: FiguresQuestion,
) {
  const { types, ids } = await findMatchingAssets(parts, actor, assetConditions)
  // Reading fails when there are too many moves.
  const rows = await readDwell(parts, { types, ids, depth, from, to })
  if (!rows)
    throw invalidMember(findMember(body, 'createdAt')?.path ?? 'createdAt', messages.reportTooManyMoves)
  const units = sortRows(rows, MOST_STAYS_FIRST).slice(0, CHART_UNITS)
  return async () => ({ rows, more: { units } })
}
