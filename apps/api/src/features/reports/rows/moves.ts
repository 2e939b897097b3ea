import type { MoveRow } from '@wardtrack/contracts'
import { type Collection, type Database, type VisitDoc } from '@wardtrack/database'
import { findMatchingAssets, type MatchingAssets } from '../matching-assets.ts'
import { MOVE_FIELDS } from '../own-fields.ts'
import { lastHours, readReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage, ReportReader, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { chosenLevel, conditionsOn, deepestLevel, MAX_LEVELS, placeClauses } from '../row-places.ts'
import { placeText } from '../row-texts.ts'
import { timedReader } from '../timed/timed-reader.ts'
import { type TimedSource, timedSource } from '../timed/timed-source.ts'
import { keepAssetTexts } from '../told-assets.store.ts'
import { columnsNamed } from './asset-rows.ts'
import { reportUrl } from './placed-asset-pages.ts'

const EQUIPMENT = 'Equipment'
const COLUMNS = columnsNamed('AssetId', 'LocationA', 'LocationB')
const SORTED_BY = ['AssetId', 'AssetType', 'AssetName', 'LocationA', 'LocationB', 'createdAt']

/** Moves of assets from one place to another, as the visits tell them. */
export function pumpMovementPage(parts: ReportParts): ReportPage {
  const name = 'pump-movement'
  return {
    name,
    page: `report/${name}`,
    filterUrl: reportUrl(name),
    ownFields: MOVE_FIELDS,
    describe: async ({ now }) => ({
      label: name,
      columns: COLUMNS,
      defaultItems: [{ AssetType: EQUIPMENT }, lastHours(now)],
    }),
    open: (request) => openMoves(parts, request),
  }
}

async function openMoves(parts: ReportParts, { actor, body, now }: ReportRequest): Promise<ReportReader> {
  const fields = await parts.metadata.criteriaFields()
  const rules = {
    fields,
    ownFields: MOVE_FIELDS,
    sortKeys: SORTED_BY,
    defaultType: EQUIPMENT,
    rowTime: 'default' as const,
  }
  const { criteria, ofAssets, ownConditions, period, sort } = readReportCriteria(body, rules, now)
  const depth = chosenLevel(body) ?? deepestLevel(ownConditions) ?? MAX_LEVELS
  const clauses = [
    ...(await placeClauses(conditionsOn(ownConditions, 'A'), 'previous.', parts.places)),
    ...(await placeClauses(conditionsOn(ownConditions, 'B'), '', parts.places)),
  ]
  const assets = await findMatchingAssets(parts, actor, ofAssets)
  const readTexts = keepAssetTexts(parts)
  const toRows = async (docs: readonly MoveDoc[]) => {
    const texts = await readTexts(docs.map(({ asset }) => asset))
    return {
      rows: docs.map((doc) => toMoveRow(doc, texts.get(doc.asset.toHexString()), depth)),
      shownAssets: docs.map(({ asset: _id, AssetType }) => ({ _id, AssetType })),
    }
  }
  const sources = moveSources(parts.db, assets, { depth, clauses, toRows })
  return timedReader({ criteria, sources, period, sort })
}

/** What rows are made of, which is half of a visit. */
const MOVE_MEMBERS = {
  asset: 1,
  AssetType: 1,
  from: 1,
  fullPath: 1,
  'previous.fullPath': 1,
  'previous.lastSeenAt': 1,
} as const
type MoveDoc = Pick<VisitDoc, '_id' | 'asset' | 'AssetType' | 'from' | 'fullPath'> & {
  previous?: Pick<NonNullable<VisitDoc['previous']>, 'fullPath' | 'lastSeenAt'> | undefined
}

type MoveQuery = {
  depth: number
  clauses: readonly Record<string, unknown>[]
  toRows: Parameters<typeof timedSource<MoveDoc>>[0]['toRows']
}

/**
 * A source for each type: the index of a type has the moves of each level in the order of time, so that the store merges
 * few lists.
 */
function moveSources(
  db: Database,
  { types, ids }: MatchingAssets,
  { depth, clauses, toRows }: MoveQuery,
): TimedSource[] {
  const differsFrom = { $in: Array.from({ length: depth }, (_, index) => index + 1) }
  return types.map((AssetType) =>
    timedSource({
      // driver: the filter is made of criteria, and pages and files of rows are a measured path
      collection: db.driver.visits as unknown as Collection<MoveDoc>,
      projection: MOVE_MEMBERS,
      filter: {
        AssetType,
        differsFrom,
        ...(ids ? { asset: { $in: ids } } : {}),
        ...(clauses.length > 0 ? { $and: clauses } : {}),
      },
      timePath: 'from',
      timeOf: ({ from }) => from,
      toRows,
    }),
  )
}

type NamedAsset = { AssetId: string; AssetName: string } | undefined

const toMoveRow = (
  { AssetType, fullPath, from, previous }: MoveDoc,
  asset: NamedAsset,
  depth: number,
): MoveRow => ({
  AssetId: asset?.AssetId ?? '',
  AssetType,
  AssetName: asset?.AssetName ?? '',
  LocationA: placeText(previous?.fullPath, depth),
  LocationB: placeText(fullPath, depth),
  leftAt: (previous?.lastSeenAt ?? from).toISOString(),
  createdAt: from.toISOString(),
})
