import type { SessionActor } from '@wardtrack/access'
import type { CriteriaBody, ReportColumn, ReportRow, Sort } from '@wardtrack/contracts'
import type { ReadCriteria } from '@wardtrack/database'
import { closedPeriod, lastHours, readReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage, ReportReader, ReportRequest, ShownAsset } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { unitDepth } from '../row-places.ts'
import { sortRows } from '../sort-rows.ts'
import { reportUrl } from './placed-asset-pages.ts'

const EQUIPMENT = 'Equipment'
/** Default period in hours. */
const DEFAULT_HOURS = 168

/** Query for figures. */
export type FiguresQuestion = {
  actor: SessionActor
  body: CriteriaBody
  assetConditions: ReadCriteria
  /** number of place levels that name a unit */
  depth: number
  /** period in milliseconds; it ends no later than now */
  from: number
  to: number
}

/** Rows in any order, and further members of the answer. `shownAssets`: assets named in these members. */
type Figures = {
  rows: readonly ReportRow[]
  more: Record<string, unknown>
  shownAssets?: readonly ShownAsset[]
}

/** Differences between reports of figures. */
type FiguresReport = {
  /** name in calls */
  name: string
  columns: ReportColumn[]
  /** default sort order */
  defaultSort: readonly Sort[]
  /** @returns a function that reads the figures @throws ApiError 400 for an invalid question */
  open(parts: ReportParts, question: FiguresQuestion): Promise<() => Promise<Figures>>
}

/**
 * Creates a report of counts and durations over a period, with a row per unit or kind. No row in its table or files
 * names an asset.
 */
export const summaryPage = (parts: ReportParts, report: FiguresReport): ReportPage => ({
  name: report.name,
  page: `report/${report.name}`,
  filterUrl: reportUrl(report.name),
  describe: async ({ now }) => ({
    label: report.name,
    columns: report.columns,
    defaultItems: [{ AssetType: EQUIPMENT }, lastHours(now, DEFAULT_HOURS)],
  }),
  open: (request) => openFigures(parts, report, request),
})

async function openFigures(
  parts: ReportParts,
  { columns, defaultSort, open }: FiguresReport,
  { actor, body, now }: ReportRequest,
): Promise<ReportReader> {
  const rules = {
    fields: await parts.metadata.criteriaFields(),
    sortKeys: columns.map(({ key }) => key),
    defaultType: EQUIPMENT,
    rowTime: 'default' as const,
    defaultHours: DEFAULT_HOURS,
  }
  const { criteria, assetConditions, period, sort } = readReportCriteria(body, rules, now)
  const closed = closedPeriod(period, now)
  const to = Math.min(closed.to.getTime(), now.getTime())
  const from = Math.min(closed.from.getTime(), to)
  const depth = await unitDepth(body, parts.places)
  const read = await open(parts, { actor, body, assetConditions, depth, from, to })
  const inOrder = (rows: readonly ReportRow[]): ReportRow[] =>
    sortRows(rows, sort.length > 0 ? sort : defaultSort)
  return {
    criteria,
    page: async ({ skip, size }) => {
      const { rows, more, shownAssets = [] } = await read()
      return { rows: inOrder(rows).slice(skip, skip + size), shownAssets, total: rows.length, more }
    },
    batches: async function* batches() {
      yield { rows: inOrder((await read()).rows), shownAssets: [] }
    },
  }
}
