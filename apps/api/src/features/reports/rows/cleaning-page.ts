import { messages, type UncleanedUse } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import {
  countInfusionReports,
  countVisits,
  findNames,
  readCleaningRounds,
  type UncleanedRound,
} from '../../cleaning-rounds/index.ts'
import { findMember } from '../report-criteria.ts'
import type { PageOf, ReportParts, ShownAsset } from '../report-page.ts'
import { sortRows, textOf } from '../row-texts.ts'
import { type FiguresQuestion, readOwnedPieces, summaryPage } from './summary-page.ts'

/** Maximum number of infusion reports, and of visits to cleaning rooms, that are read. */
const MAX_READ = 100_000
/** Rows of the chart, and number of listed uses without cleaning. */
const CHART_ROWS = 12
const LISTED_USES = 50
const LEAST_CLEANED_FIRST = [
  { sortField: 'NotCleaned', sortDirection: -1 as const },
  { sortField: 'Uses', sortDirection: -1 as const },
  { sortField: 'Category', sortDirection: 1 as const },
  { sortField: 'Unit', sortDirection: 1 as const },
]

/** Creates the report of cleaning between two uses of equipment. */
export const cleaningPage = (parts: ReportParts): PageOf<'cleaning'> =>
  summaryPage(parts, 'cleaning', LEAST_CLEANED_FIRST, openCleaning)

/** @throws ApiError 400 for more uses than can be read at a time */
async function openCleaning(
  parts: ReportParts,
  { actor, body, assetConditions, depth, from, to }: FiguresQuestion,
) {
  // Includes inactive equipment: it was used in the period.
  const filter = await parts.lists.filterOf(
    { ...assetConditions, sort: [] },
    { actor, activeByDefault: false },
  )
  const pieces = await readOwnedPieces(parts.db, filter, depth)
  const places = await parts.cleaningPlaces.read()
  const question = { pieces, places, from, to }
  const assets = pieces.map(({ asset }) => asset)
  const [reports, visits] = await Promise.all([
    countInfusionReports(parts.db, assets, question),
    places.size > 0 ? countVisits(parts.db, places, question) : 0,
  ])
  if (reports > MAX_READ || visits > MAX_READ)
    throw invalidMember(findMember(body, 'createdAt')?.path ?? 'createdAt', messages.reportTooManyUses)
  return async () => {
    const { rows, uncleaned } = await readCleaningRounds(parts, question)
    const listed = uncleaned.slice(0, LISTED_USES)
    const more = {
      cleaningPlaces: places.size,
      groups: sortRows(rows, LEAST_CLEANED_FIRST).slice(0, CHART_ROWS),
      uncleaned: await toUncleanedUses(parts, listed),
      maxUncleaned: uncleaned.length,
    }
    return { rows, more, shownAssets: listed.map(toShownAsset) }
  }
}

const toShownAsset = ({ piece: { asset, AssetType } }: UncleanedRound): ShownAsset => ({
  _id: new Types.ObjectId(asset),
  AssetType,
})

async function toUncleanedUses(
  { db }: ReportParts,
  rounds: readonly UncleanedRound[],
): Promise<UncleanedUse[]> {
  const names = await findNames(
    db,
    rounds.map(({ piece }) => piece.asset),
  )
  return rounds.flatMap(({ piece: { asset, AssetType, category, unit }, usedUntil, usedAgainAt }) => {
    const named = names.get(asset)
    if (!named) return []
    return {
      AssetId: named.AssetId,
      AssetType,
      AssetName: textOf(named.AssetName),
      Category: category,
      Unit: unit,
      usedUntil: new Date(usedUntil).toISOString(),
      usedAgainAt: new Date(usedAgainAt).toISOString(),
    }
  })
}
