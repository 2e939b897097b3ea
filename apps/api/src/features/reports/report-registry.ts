import {
  type Condition,
  type ExportedListName,
  type MoveProposal,
  messages,
  REPORT_PERIODS,
  type ReportName,
  type ReportSettings,
  type ReportTraits,
  reports,
  routes,
} from '@wardtrack/contracts'
import { invalidMember } from '@wardtrack/service-kit'
import { readDwell } from '../dwell/index.ts'
import { planTransfers } from '../par-levels/index.ts'
import { hourOfWeekIn, readUtilisation } from '../utilisation/index.ts'
import { findMatchingAssets } from './report-assets.store.ts'
import {
  controlMember,
  findMember,
  lastHours,
  readReportCriteria,
  reportSettings,
} from './report-criteria.ts'
import { DAYS } from './report-fields.ts'
import type {
  NamedPage,
  PageOf,
  ReaderOf,
  ReportPage,
  ReportParts,
  ReportRequest,
  RowBatch,
} from './report-page.ts'
import { placeText, sortRows, textOf } from './row-texts.ts'
import { mednetAlarmPage, rtlsAlarmPage, rtlsAlertPage } from './rows/alert-pages.ts'
import { allAssetsPage, heatMapPage } from './rows/asset-rows.ts'
import { movementVsTimePage } from './rows/away-assets.ts'
import { cleaningPage } from './rows/cleaning-page.ts'
import { customReportPage } from './rows/custom-report-pages.ts'
import { exportedList } from './rows/exported-lists.ts'
import { fenceStatusPage } from './rows/fence-status.ts'
import { notSeenPage, unmovedPage } from './rows/idle-assets.ts'
import { pumpMovementPage } from './rows/moves.ts'
import { nearbyPumpPage } from './rows/nearby-assets.ts'
import { parLevelsPage, readChosenLevels, readCounted } from './rows/par-levels-page.ts'
import { type FiguresQuestion, readOwnedPieces, summaryPage } from './rows/summary-page.ts'

/** Transfers for safety levels come first, then transfers to the same unit together, nearest first. */
const MOST_NEEDED_FIRST = [
  { sortField: 'Reason', sortDirection: -1 as const },
  { sortField: 'To', sortDirection: 1 as const },
  { sortField: 'Category', sortDirection: 1 as const },
  { sortField: 'Metres', sortDirection: 1 as const },
]
const BATCH_SIZE = 500

/** Creates the report of equipment transfers that bring units to their PAR levels. */
const balancingPage = (parts: ReportParts): PageOf<'balancing'> => ({
  open: (request) => openBalancing(parts, request),
})

async function openBalancing(parts: ReportParts, request: ReportRequest): Promise<ReaderOf<'balancing'>> {
  const { criteria, assetConditions, reportConditions, sort } = await readReportCriteria(
    parts,
    'balancing',
    request,
    {},
  )
  const isPlaceless = { assetConditions, reportConditions: [] }
  const [all, shown] = [
    await readChosenLevels(parts, isPlaceless),
    await readChosenLevels(parts, { assetConditions, reportConditions }),
  ]
  const answer = async () => {
    // All units take part; criteria on places only choose the transfers to show.
    const { pieces } = await readCounted(parts, request, assetConditions, all)
    const [{ graph }, lookup] = await Promise.all([parts.walking.read(), parts.mapPlaces.read()])
    const levels = all.chosen.flatMap((index) => all.levels[index] ?? [])
    const places = new Map(all.chosen.map((index, place) => [index, place]))
    const counted = pieces.map((piece) => ({ ...piece, level: places.get(piece.level ?? -1) }))
    const { moves, categories } = planTransfers({ levels, pieces: counted, graph, lookup })
    const units = new Set(shown.chosen.flatMap((index) => all.levels[index]?.unit ?? []))
    const assets = new Map(
      moves
        .filter(({ level }) => units.has(level.unit))
        .map((move) => [toRow(move), move.piece.asset] as const),
    )
    const rows = sortRows([...assets.keys()], sort.length > 0 ? sort : MOST_NEEDED_FIRST)
    const toldOf = (some: readonly MoveProposal[]) => some.flatMap((row) => assets.get(row) ?? [])
    return { rows, toldOf, categories }
  }
  return {
    criteria,
    page: async ({ skip, size }) => {
      const { rows, toldOf, categories } = await answer()
      const page = rows.slice(skip, skip + size)
      return { rows: page, shownAssets: toldOf(page), total: rows.length, more: { categories } }
    },
    batches: async function* batches() {
      const { rows, toldOf } = await answer()
      for (let start = 0; start < rows.length; start += BATCH_SIZE) {
        const batch = rows.slice(start, start + BATCH_SIZE)
        yield { rows: batch, shownAssets: toldOf(batch) }
      }
    },
  }
}

const toRow = ({
  piece,
  level,
  reason,
  metres,
  way,
}: ReturnType<typeof planTransfers>['moves'][number]): MoveProposal => ({
  AssetId: piece.asset.AssetId,
  AssetType: piece.asset.AssetType,
  AssetName: textOf(piece.asset.Fields['AssetName']),
  Category: piece.category,
  From: placeText(piece.asset.CurrentLocation?.fullPath),
  mapId: piece.asset.CurrentLocation?.mapId ?? null,
  To: level.unit,
  Metres: metres,
  Way: way,
  Reason: reason,
})

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
const statusVsTimePage = ({ chart }: ReportParts): PageOf<'status-vs-time'> => ({
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
const utilisationPage = (parts: ReportParts): PageOf<'utilisation'> =>
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
const dwellPage = (parts: ReportParts): PageOf<'dwell'> =>
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

/** Pages of reports by name. */
export type ReportRegistry = {
  /** finds a report or an exported list by name or alias */
  find(name: string): NamedPage | undefined
  report(name: ReportName): NamedPage
}

/** Creates the pages of reports: for each declaration of the contract, the reader of its rows. */
export function createReportRegistry(parts: ReportParts): ReportRegistry {
  const pages: { [N in ReportName]: PageOf<N> } = {
    'status-vs-time': statusVsTimePage(parts),
    'pump-movement': pumpMovementPage(parts),
    'movement-vs-time': movementVsTimePage(parts),
    'nearby-pump': nearbyPumpPage(parts),
    'rtls-alert': rtlsAlertPage(parts),
    'rtls-alarm': rtlsAlarmPage(parts),
    'mednet-alarm': mednetAlarmPage(parts),
    'fence-status': fenceStatusPage(parts),
    'battery-heat': heatMapPage(parts, 'battery-heat'),
    'wifi-heat': heatMapPage(parts, 'wifi-heat'),
    'all-assets-map-view': allAssetsPage(parts),
    unmoved: unmovedPage(parts),
    'not-seen': notSeenPage(parts),
    utilisation: utilisationPage(parts),
    dwell: dwellPage(parts),
    cleaning: cleaningPage(parts),
    'par-levels': parLevelsPage(parts),
    balancing: balancingPage(parts),
    'custom-report': customReportPage(parts, 'List'),
    'heat-map-report': customReportPage(parts, 'Heat Map'),
  }
  const lists: Record<ExportedListName, NamedPage> = {
    devices: exportedList(parts, 'devices'),
    assetlist: exportedList(parts, 'assetlist'),
  }
  const report = (name: ReportName): NamedPage => namedPage(name, pages[name])
  const byName = new Map<string, NamedPage>(Object.entries(lists))
  for (const name of Object.keys(pages) as ReportName[])
    for (const called of [name, ...(reports[name].aliases ?? [])]) byName.set(called, report(name))
  return { find: (name) => byName.get(name), report }
}

function namedPage(name: ReportName, page: ReportPage): NamedPage {
  const { label = name, columns, call = 'readReport' }: ReportTraits = reports[name]
  const settings = reportSettings(name)
  return {
    describe: async ({ now }) => ({
      label,
      columns: [...columns],
      defaultItems: defaultItems(settings, now),
    }),
    ...page,
    name,
    filterUrl: routes[call].path.slice(1).replace('{page}', name),
    waitsForUser: settings.waitsForUser === true,
  }
}

/** Returns the conditions that apply when the criteria name no type, period or days. */
const defaultItems = (
  { defaultType, period = 'any-time', days }: Partial<ReportSettings>,
  now: Date,
): Condition[] => [
  ...(defaultType === undefined ? [] : [{ AssetType: defaultType }]),
  ...(period === 'any-time' ? [] : [lastHours(now, REPORT_PERIODS[period])]),
  ...(days === undefined ? [] : [{ [DAYS]: days }]),
]
