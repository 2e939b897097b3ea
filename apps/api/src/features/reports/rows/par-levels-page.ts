import {
  type LevelsPoint,
  messages,
  type StockRow,
  type StockSeries,
  type StockState,
} from '@wardtrack/contracts'
import type { ReadCriteria } from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import {
  levelFinder,
  readPieces,
  readStockHistory,
  readUnitLevels,
  type UnitLevel,
} from '../../par-levels/index.ts'
import { sampleMoments } from '../../utilisation/index.ts'
import { findMember, pastPeriod, type ReportCriteria, readReportCriteria } from '../report-criteria.ts'
import type { PageOf, ReaderOf, ReportParts, ReportRequest } from '../report-page.ts'
import { conditionsOn, meetsTest, placeTexts } from '../row-places.ts'
import { sortRows } from '../row-texts.ts'

const EQUIPMENT = 'Equipment'
const CATEGORY = 'Fields.PrimaryCategory'
const OF_EQUIPMENT = { path: 'AssetType', test: { $eq: EQUIPMENT } }

/** Units that lack most of their safety level come first, then those that lack most of their PAR level. */
const NEEDIEST_FIRST = [
  { sortField: 'Lack', sortDirection: -1 as const },
  { sortField: 'Missing', sortDirection: -1 as const },
  { sortField: 'Unit', sortDirection: 1 as const },
  { sortField: 'Category', sortDirection: 1 as const },
]

/** Creates the report of available equipment per unit against its PAR level. */
export const parLevelsPage = (parts: ReportParts): PageOf<'par-levels'> => ({
  open: (request) => openParLevels(parts, request),
})

async function openParLevels(parts: ReportParts, request: ReportRequest): Promise<ReaderOf<'par-levels'>> {
  const read = await readReportCriteria(parts, 'par-levels', request, { alsoBy: ['Lack'] })
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
  const { from, to } = pastPeriod(period, request.now)
  const { pieces, findLevel: findAny } = await readCounted(parts, request, assetConditions, levelChoice)
  // Maps each level's index to its index among the chosen levels; equipment of other levels is not counted.
  const places = new Map(levelChoice.chosen.map((index, place) => [index, place]))
  const levels = levelChoice.chosen.flatMap((index) => levelChoice.levels[index] ?? [])
  const findLevel: typeof findAny = (category, path) => places.get(findAny(category, path) ?? -1)
  const { moments } = sampleMoments(from, to)
  const history = await readStockHistory(parts, {
    pieces,
    levels,
    findLevel,
    paths: await parts.places.paths(),
    from,
    to,
    moments,
  })
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

/** Requested levels, each with its index among all levels. */
export type ChosenLevels = { levels: UnitLevel[]; chosen: number[] }

/** Reads the levels of all units, and which of them the criteria choose by place and category. */
export async function readChosenLevels(
  { db, places }: ReportParts,
  { assetConditions, reportConditions }: Pick<ReportCriteria, 'assetConditions' | 'reportConditions'>,
): Promise<ChosenLevels> {
  const levels = await readUnitLevels(db, places)
  const units = await placeTexts(conditionsOn(reportConditions, 'A'), places)
  const named = units && new Set(units)
  const isMeant = (path: string, value: string): boolean =>
    assetConditions.conditions.every(
      (condition) => condition.path !== path || meetsTest(value, condition.test),
    )
  const chosen = [...levels.keys()].filter((index) => {
    const { unit = '', category = '' } = levels[index] ?? {}
    return (!named || named.has(unit)) && isMeant('AssetType', EQUIPMENT) && isMeant(CATEGORY, category)
  })
  return { levels, chosen }
}

/** Reads the counted assets: equipment for all users, filtered by the criteria. */
export async function readCounted(
  parts: ReportParts,
  { actor, now }: ReportRequest,
  assetConditions: ReadCriteria,
  { levels, chosen }: ChosenLevels,
) {
  const conditions = [...assetConditions.conditions, OF_EQUIPMENT]
  const filter = await parts.lists.filterOf(
    { ...assetConditions, conditions, sort: [] },
    { actor, activeByDefault: true },
  )
  const categories = new Set(chosen.flatMap((index) => levels[index]?.category ?? []))
  const findLevel = levelFinder(levels)
  const pieces = await readPieces(parts, filter, { categories, findLevel, now: now.getTime() })
  return { pieces, findLevel }
}
