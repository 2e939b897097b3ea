import type { SessionActor } from '@wardtrack/access'
import type { CriteriaBody, Levels, ReportRow, Sort } from '@wardtrack/contracts'
import { type Database, madeOnce, type ReadCriteria, visitStored } from '@wardtrack/database'
import type { AssetFilter } from '../../assets/index.ts'
import type { OwnedPiece } from '../../utilisation/index.ts'
import { pastPeriod, readReportCriteria } from '../report-criteria.ts'
import type { ReportPage, ReportParts, ShownAsset } from '../report-page.ts'
import { unitDepth } from '../row-places.ts'
import { placeText, sortRows, textOf } from '../row-texts.ts'

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
type Figures<Row, More> = {
  rows: readonly Row[]
  more: More
  shownAssets?: readonly ShownAsset[]
}
/** Report of figures. */
type FiguresReport = 'utilisation' | 'dwell' | 'cleaning'

/**
 * Creates a report of counts and durations over a period, with a row per unit or kind. No row in its table or files
 * names an asset.
 * @param defaultSort order when the criteria name none
 * @param open returns a function that reads the figures @throws ApiError 400 for an invalid question
 */
export const summaryPage = <Row extends ReportRow, More extends object>(
  parts: ReportParts,
  name: FiguresReport,
  defaultSort: readonly Sort[],
  open: (parts: ReportParts, question: FiguresQuestion) => Promise<() => Promise<Figures<Row, More>>>,
): ReportPage<Row, { more: More }> => ({
  open: async (request) => {
    const { actor, body, now } = request
    const { criteria, assetConditions, period, sort } = await readReportCriteria(parts, name, request, {})
    const depth = await unitDepth(body, parts.places)
    const read = await open(parts, { actor, body, assetConditions, depth, ...pastPeriod(period, now) })
    const inOrder = (rows: readonly Row[]): Row[] => sortRows(rows, sort.length > 0 ? sort : defaultSort)
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
  },
})

const OWNED_FIELDS = {
  AssetType: 1,
  // Type and id are needed to decrypt a sealed category.
  AssetId: 1,
  'Fields.PrimaryCategory': 1,
  'HomeLocation.fullPath': 1,
  'CurrentLocation.fullPath': 1,
} as const

/**
 * Reads the assets of a filter for figures by category and unit. An asset belongs to the unit of its home location,
 * otherwise to the unit of its current place.
 * @param depth number of levels that name a unit
 */
export async function readOwnedPieces(
  db: Database,
  filter: AssetFilter,
  depth: number,
): Promise<OwnedPiece[]> {
  const textAt = madeOnce(textOf)
  const unitAt = madeOnce((fullPath) => placeText(fullPath as Levels, depth))
  const pieces: OwnedPiece[] = []
  await visitStored(db, 'assets', { filter, projection: OWNED_FIELDS }, (doc) => {
    pieces.push({
      asset: doc.id.toHexString(),
      AssetType: textAt(doc, 'AssetType') ?? '',
      category: textAt(doc, 'Fields', 'PrimaryCategory') ?? '',
      unit: unitAt(doc, 'HomeLocation', 'fullPath') ?? unitAt(doc, 'CurrentLocation', 'fullPath') ?? '',
    })
  })
  return pieces
}
