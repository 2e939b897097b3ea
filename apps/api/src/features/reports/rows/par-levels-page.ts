import {
  type LevelsPoint,
  messages,
  type StockRow,
  type StockSeries,
  type StockState,
} from '@wardtrack/contracts'
import { invalidMember } from '@wardtrack/service-kit'
import { readStockHistory, type UnitLevel } from '../../par-levels/index.ts'
import { sampleMoments } from '../../utilisation/index.ts'
import { findMember } from '../body-members.ts'
import { closedPeriod, lastHours, type ReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage, ReportReader, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { rowPlaceFields } from '../row-places.ts'
import { sortRows } from '../sort-rows.ts'
import { columnsNamed } from './asset-rows.ts'
import { type ChosenLevels, readChosenLevels, readCounted, readParCriteria } from './par-question.ts'
import { reportUrl } from './placed-asset-pages.ts'

const NAME = 'par-levels'
const EQUIPMENT = 'Equipment'
const DEFAULT_HOURS = 24
const COLUMNS = [
  ...columnsNamed('Category', 'Unit'),
  { key: 'Minimum', label: 'Safety level' },
  { key: 'Par', label: 'PAR level' },
  { key: 'There', label: 'Present' },
  { key: 'Available', label: 'Available' },
  { key: 'State', label: 'State' },
  { key: 'Missing', label: 'Missing' },
  { key: 'ShortShare', label: 'Short % of time' },
]
const SORT_KEYS = [...COLUMNS.map(({ key }) => key), 'Lack']
/** Units that lack most of their safety level come first, then those that lack most of their PAR level. */
const NEEDIEST_FIRST = [
  { sortField: 'Lack', sortDirection: -1 as const },
  { sortField: 'Missing', sortDirection: -1 as const },
  { sortField: 'Unit', sortDirection: 1 as const },
  { sortField: 'Category', sortDirection: 1 as const },
]

/** Creates the report of available equipment per unit against its PAR level. */
export const parLevelsPage = (parts: ReportParts): ReportPage => ({
  name: NAME,
  page: `report/${NAME}`,
  filterUrl: reportUrl(NAME),
  ownFields: rowPlaceFields('A'),
  describe: async ({ now }) => ({
    label: NAME,
    columns: COLUMNS,
    defaultItems: [{ AssetType: EQUIPMENT }, lastHours(now, DEFAULT_HOURS)],
  }),
  open: (request) => openParLevels(parts, request),
})

async function openParLevels(parts: ReportParts, request: ReportRequest): Promise<ReportReader> {
  const rules = { sortKeys: SORT_KEYS, rowTime: 'default' as const, defaultHours: DEFAULT_HOURS }
  const read = await readParCriteria(parts, request, rules)
  const chosen = await readChosenLevels(parts, read)
  // Reading fails when there are too many moves.
  const { rows, seriesOf, points, moments } = await readStock(parts, request, read, chosen)
  const inOrder = (): StockRow[] => {
    const withLack = rows.map((row) => ({ ...row, Lack: Math.max(0, row.Minimum - row.Available) }))
    const sorted = sortRows(withLack, read.sort.length > 0 ? read.sort : NEEDIEST_FIRST)
    return sorted.map(({ Lack: _lack, ...row }) => row)
  }
  return {
    criteria: read.criteria,
    // Equipment counts name no assets.
    page: async ({ skip, size }) => {
      const shown = inOrder().slice(skip, skip + size)
      return {
        rows: shown,
        shownAssets: [],
        total: rows.length,
        more: { points, moments, series: shown.map(seriesOf) },
      }
    },
    batches: async function* batches() {
      yield { rows: inOrder(), shownAssets: [] }
    },
  }
}

type StockAnswer = {
  rows: StockRow[]
  seriesOf: (row: StockRow) => StockSeries
  points: LevelsPoint[]
  /** number of samples */
  moments: number
}

/** @throws ApiError 400 for too many moves in the period */
async function readStock(
  parts: ReportParts,
  request: ReportRequest,
  { assetConditions, period }: ReportCriteria,
  levelChoice: ChosenLevels,
): Promise<StockAnswer> {
  const closed = closedPeriod(period, request.now)
  const to = Math.min(closed.to.getTime(), request.now.getTime())
  const from = Math.min(closed.from.getTime(), to)
  const { pieces, findLevel: findAny } = await readCounted(parts, request, assetConditions, levelChoice)
  // Maps each level's index to its index among the chosen levels; equipment of other levels is not counted.
  const places = new Map(levelChoice.chosen.map((index, place) => [index, place]))
  const levels = levelChoice.chosen.flatMap((index) => levelChoice.levels[index] ?? [])
  const findLevel: typeof findAny = (category, path) => places.get(findAny(category, path) ?? -1)
  const { moments } = sampleMoments(from, to)
  const history = await readStockHistory(parts, { pieces, levels, findLevel, from, to, moments })
  if (!history)
    throw invalidMember(
      findMember(request.body, 'createdAt')?.path ?? 'createdAt',
      messages.reportTooManyMoves,
    )
  const there = levels.map(() => 0)
  const available = levels.map(() => 0)
  for (const { level, isAvailable } of pieces) {
    const place = places.get(level ?? -1)
    if (place === undefined) continue
    there[place] = (there[place] ?? 0) + 1
    if (isAvailable) available[place] = (available[place] ?? 0) + 1
  }
  const rows = levels.map((level, place) =>
    toRow(level, there[place] ?? 0, available[place] ?? 0, history.shortShare(place)),
  )
  const placeOf = new Map(
    rows.map(({ hierarchyId, Category }, place) => [`${hierarchyId}\n${Category}`, place]),
  )
  return {
    rows,
    points: history.levelsPoints(),
    moments: moments.length,
    seriesOf: ({ hierarchyId, Category }) => ({
      hierarchyId,
      Category,
      points: history.points(placeOf.get(`${hierarchyId}\n${Category}`) ?? 0),
    }),
  }
}

const toRow = (
  { hierarchyId, category, unit, minimum, par }: UnitLevel,
  there: number,
  available: number,
  shortShare: number,
): StockRow => ({
  Category: category,
  Unit: unit,
  hierarchyId,
  Minimum: minimum,
  Par: par,
  There: there,
  Available: available,
  State: stateOf(available, minimum, par),
  Missing: Math.max(0, par - available),
  ShortShare: shortShare,
})

function stateOf(available: number, minimum: number, par: number): StockState {
  if (available < minimum) return 'short'
  if (available === par) return 'at'
  return available < par ? 'below' : 'above'
}
