import { type DwellRow, messages } from '@wardtrack/contracts'
import { invalidMember } from '@wardtrack/service-kit'
import { countMoves, readDwell } from '../../dwell/index.ts'
import { findMember } from '../body-members.ts'
import { findMatchingAssets } from '../matching-assets.ts'
import { closedPeriod, lastHours, readReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage, ReportReader, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { sortRows } from '../sort-rows.ts'
import { unitDepth } from '../unit-depth.ts'
import { reportUrl } from './placed-asset-pages.ts'

const NAME = 'dwell'
const EQUIPMENT = 'Equipment'
const DEFAULT_HOURS = 168
/** Moves that are read at most. */
const MAX_MOVES = 100_000
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
const SORT_KEYS = COLUMNS.map(({ key }) => key)
const MOST_STAYS_FIRST = [
  { sortField: 'Stays', sortDirection: -1 as const },
  { sortField: 'Unit', sortDirection: 1 as const },
]

/** How long assets stay in units, and how long it takes until they are in use again. */
export const dwellPage = (parts: ReportParts): ReportPage => ({
  name: NAME,
  page: `report/${NAME}`,
  filterUrl: reportUrl(NAME),
  describe: async ({ now }) => ({
    label: NAME,
    columns: COLUMNS,
    defaultItems: [{ AssetType: EQUIPMENT }, lastHours(now, DEFAULT_HOURS)],
  }),
  open: (request) => openDwell(parts, request),
})

async function openDwell(parts: ReportParts, { actor, body, now }: ReportRequest): Promise<ReportReader> {
  const rules = {
    fields: await parts.metadata.criteriaFields(),
    sortKeys: SORT_KEYS,
    defaultType: EQUIPMENT,
    rowTime: 'default' as const,
    defaultHours: DEFAULT_HOURS,
  }
  const { criteria, ofAssets, period, sort } = readReportCriteria(body, rules, now)
  const { from, to } = closedPeriod(period, now)
  const depth = await unitDepth(body, parts.places)
  const { types, ids } = await findMatchingAssets(parts, actor, ofAssets)
  const question = { types, ids, depth, from: from.getTime(), to: Math.min(to.getTime(), now.getTime()) }
  if ((await countMoves(parts.db, question)) > MAX_MOVES)
    throw invalidMember(findMember(body, 'createdAt')?.path ?? 'createdAt', messages.reportTooManyMoves)
  const read = async (): Promise<DwellRow[]> => readDwell(parts, question)
  const inOrder = (rows: readonly DwellRow[]) => sortRows(rows, sort.length > 0 ? sort : MOST_STAYS_FIRST)
  return {
    criteria,
    // Durations name no asset.
    page: async ({ skip, size }) => {
      const rows = await read()
      const units = sortRows(rows, MOST_STAYS_FIRST).slice(0, CHART_UNITS)
      return { rows: inOrder(rows).slice(skip, skip + size), told: [], total: rows.length, more: { units } }
    },
    batches: async function* batches() {
      yield { rows: inOrder(await read()), told: [] }
    },
  }
}
