import { messages } from '@wardtrack/contracts'
import { invalidMember } from '@wardtrack/service-kit'
import { readDwell } from '../../dwell/index.ts'
import { hourOfWeekIn, readUtilisation } from '../../utilisation/index.ts'
import { findMatchingAssets } from '../report-assets.store.ts'
import { controlMember, findMember } from '../report-criteria.ts'
import type { PageOf, ReportParts, RowBatch } from '../report-page.ts'
import { sortRows } from '../row-texts.ts'
import { type FiguresQuestion, readOwnedPieces, summaryPage } from './summary-page.ts'

const MOST_USED_FIRST = [
  { sortField: 'InUse', sortDirection: -1 as const },
  { sortField: 'Category', sortDirection: 1 as const },
  { sortField: 'Unit', sortDirection: 1 as const },
]

/** Units of the chart. */
const CHART_UNITS = 12
const MOST_STAYS_FIRST = [
  { sortField: 'Stays', sortDirection: -1 as const },
  { sortField: 'Unit', sortDirection: 1 as const },
]

/** Creates the report of the chart of states over time: a row per point, at most 120, so that all fit on one page. */
export const statusVsTimePage = ({ chart }: ReportParts): PageOf<'status-vs-time'> => ({
  open: async ({ actor, body }) => {
    const { criteria, points } = await chart.read(body, actor)
    // Counts name no assets.
    const batch: RowBatch<(typeof points)[number]> = { rows: points, shownAssets: [] }
    return {
      criteria,
      page: async () => ({ ...batch, total: points.length }),
      batches: async function* () {
        yield batch
      },
    }
  },
})

/** Creates the report of equipment use by category and unit. */
export const utilisationPage = (parts: ReportParts): PageOf<'utilisation'> =>
  summaryPage(parts, 'utilisation', MOST_USED_FIRST, openUtilisation)

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

/** Creates the report of stays in units and of the time until the next use. */
export const dwellPage = (parts: ReportParts): PageOf<'dwell'> =>
  summaryPage(parts, 'dwell', MOST_STAYS_FIRST, openDwell)

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
