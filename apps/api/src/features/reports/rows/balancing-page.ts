import type { MoveProposal } from '@wardtrack/contracts'
import { planTransfers } from '../../par-levels/index.ts'
import { readReportCriteria } from '../report-criteria.ts'
import type { PageOf, ReaderOf, ReportParts, ReportRequest } from '../report-page.ts'
import { placeText, sortRows, textOf } from '../row-texts.ts'
import { readChosenLevels, readCounted } from './par-levels-page.ts'

/** Transfers for safety levels come first, then transfers to the same unit together, nearest first. */
const MOST_NEEDED_FIRST = [
  { sortField: 'Reason', sortDirection: -1 as const },
  { sortField: 'To', sortDirection: 1 as const },
  { sortField: 'Category', sortDirection: 1 as const },
  { sortField: 'Metres', sortDirection: 1 as const },
]
const BATCH_SIZE = 500

/** Creates the report of equipment transfers that bring units to their PAR levels. */
export const balancingPage = (parts: ReportParts): PageOf<'balancing'> => ({
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
