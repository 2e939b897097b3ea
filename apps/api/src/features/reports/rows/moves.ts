import type { Levels, MoveRow } from '@wardtrack/contracts'
import {
  type Database,
  madeOnce,
  type PlacePaths,
  type StoredDocument,
  type Types,
} from '@wardtrack/database'
import { createAssetTextCache, findMatchingAssets, type MatchingAssets } from '../report-assets.store.ts'
import { readReportCriteria } from '../report-criteria.ts'
import { MAX_LEVELS } from '../report-fields.ts'
import type { PageOf, ReaderOf, ReportParts, ReportRequest, RowBatch } from '../report-page.ts'
import { chosenLevel, conditionsOn, deepestLevel, placeClauses } from '../row-places.ts'
import { placeText, textOf } from '../row-texts.ts'
import { timedReader } from '../timed/timed-reader.ts'
import { storedDocs, type TimedSource, timedSource } from '../timed/timed-source.ts'

/** Creates the report of moves between places, read from visits. */
export const pumpMovementPage = (parts: ReportParts): PageOf<'pump-movement'> => ({
  open: (request) => openMoves(parts, request),
})

async function openMoves(parts: ReportParts, request: ReportRequest): Promise<ReaderOf<'pump-movement'>> {
  const { actor, body } = request
  const { criteria, assetConditions, reportConditions, period, sort } = await readReportCriteria(
    parts,
    'pump-movement',
    request,
    { alsoBy: ['AssetType', 'AssetName', 'createdAt'] },
  )
  const depth = chosenLevel(body) ?? deepestLevel(reportConditions) ?? MAX_LEVELS
  const clauses = [
    ...(await placeClauses(conditionsOn(reportConditions, 'A'), 'previous.', parts.places)),
    ...(await placeClauses(conditionsOn(reportConditions, 'B'), '', parts.places)),
  ]
  const assets = await findMatchingAssets(parts, actor, assetConditions)
  const readTexts = createAssetTextCache(parts)
  const toRow = rowMaker(depth, await parts.places.paths())
  const toRows = async (docs: readonly StoredDocument[]): Promise<RowBatch<MoveRow>> => {
    const moved = docs.map((doc) => ({ doc, id: doc.value('asset') as Types.ObjectId }))
    const texts = await readTexts(moved.map(({ id }) => id))
    const toShown = moved.map(({ doc, id }) => ({ row: toRow(doc, texts.get(id.toHexString())), id }))
    return {
      rows: toShown.map(({ row }) => row),
      shownAssets: toShown.map(({ row: { AssetType }, id: _id }) => ({ _id, AssetType })),
    }
  }
  const sources = moveSources(parts.db, assets, { depth, clauses, toRows })
  return timedReader({ criteria, sources, period, sort })
}

/** Visit members needed for rows, about half of a visit. */
const MOVE_MEMBERS = {
  asset: 1,
  AssetType: 1,
  from: 1,
  hierarchyId: 1,
  fullPath: 1,
  'previous.hierarchyId': 1,
  'previous.fullPath': 1,
  'previous.lastSeenAt': 1,
} as const

type MoveQuery = {
  depth: number
  clauses: readonly Record<string, unknown>[]
  toRows(docs: readonly StoredDocument[]): Promise<RowBatch<MoveRow>>
}

/**
 * Creates a source for each type. The index of a type holds the moves of each level in time order, so the store
 * merges few lists.
 */
function moveSources(
  db: Database,
  { types, ids }: MatchingAssets,
  { depth, clauses, toRows }: MoveQuery,
): TimedSource<MoveRow>[] {
  const differsFrom = { $in: Array.from({ length: depth }, (_, index) => index + 1) }
  return types.map((AssetType) =>
    timedSource({
      docs: storedDocs(db, 'visits', MOVE_MEMBERS),
      filter: {
        AssetType,
        differsFrom,
        ...(ids ? { asset: { $in: ids } } : {}),
        ...(clauses.length > 0 ? { $and: clauses } : {}),
      },
      timePath: 'from',
      isByTimeOnly: true,
      timeOf: movedAt,
      toRows,
    }),
  )
}

const movedAt = (move: StoredDocument): Date => move.value('from') as Date

type NamedAsset = { AssetId: string; AssetName: string } | undefined

/** Creates a converter from moves to rows. Thousands of rows share few places, so place texts are cached. */
function rowMaker(depth: number, paths: PlacePaths): (move: StoredDocument, asset: NamedAsset) => MoveRow {
  const pathAt = madeOnce((fullPath) => fullPath as Levels)
  const idAt = madeOnce(textOf)
  const texts = new Map<Levels, string>()
  const placeAt = (move: StoredDocument, ...members: string[]): string => {
    const fullPath = pathAt(move, ...members, 'fullPath')
    if (!fullPath) return ''
    const path = paths.pathOf({ hierarchyId: idAt(move, ...members, 'hierarchyId'), fullPath })
    const text = texts.get(path) ?? placeText(path, depth)
    texts.set(path, text)
    return text
  }
  const typeAt = madeOnce(textOf)
  return (move, asset) => {
    const from = movedAt(move)
    const leftAt = (move.value('previous', 'lastSeenAt') as Date | undefined) ?? from
    return {
      AssetId: asset?.AssetId ?? '',
      AssetType: typeAt(move, 'AssetType') ?? '',
      AssetName: asset?.AssetName ?? '',
      LocationA: placeAt(move, 'previous'),
      LocationB: placeAt(move),
      leftAt: leftAt.toISOString(),
      createdAt: from.toISOString(),
    }
  }
}
