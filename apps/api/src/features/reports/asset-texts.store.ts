import { type AssetDoc, madeOnce, type Types, visitStored } from '@wardtrack/database'
import type { ReportParts } from './report-parts.ts'
import { textOf } from './row-texts.ts'

const ROW_ASSET_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  'Fields.AssetName': 1,
  'Fields.SerialNo': 1,
  'Fields.PrimaryCategory': 1,
} as const

/** Current fields of an asset that rows show. */
export type AssetTexts = Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId'> & {
  AssetName: string
  SerialNo: string
  PrimaryCategory: string
}

/** Reads the fields that rows show of assets, by hexadecimal id. */
export async function readAssetTexts(
  { db }: Pick<ReportParts, 'db'>,
  ids: readonly Types.ObjectId[],
): Promise<ReadonlyMap<string, AssetTexts>> {
  const distinct = [...new Map(ids.map((id) => [id.toHexString(), id])).values()]
  if (distinct.length === 0) return new Map()
  const texts = new Map<string, AssetTexts>()
  const textAt = madeOnce(textOf)
  const query = { filter: { _id: { $in: distinct } }, projection: ROW_ASSET_FIELDS }
  await visitStored(db, 'assets', query, (doc) => {
    const { id: _id } = doc
    texts.set(_id.toHexString(), {
      _id,
      AssetType: textAt(doc, 'AssetType') ?? '',
      AssetId: textOf(doc.value('AssetId')),
      AssetName: textOf(doc.value('Fields', 'AssetName')),
      SerialNo: textOf(doc.value('Fields', 'SerialNo')),
      PrimaryCategory: textAt(doc, 'Fields', 'PrimaryCategory') ?? '',
    })
  })
  return texts
}

/** Maximum number of assets whose fields are cached while one report is read. */
const MAX_KEPT = 20_000

/** Creates a cached reader for one report: an asset is in many of its rows. */
export function createAssetTextCache(parts: Pick<ReportParts, 'db'>) {
  const kept = new Map<string, AssetTexts>()
  return async (ids: readonly Types.ObjectId[]): Promise<ReadonlyMap<string, AssetTexts>> => {
    // Each batch has its own map, because batches of several sources are read concurrently.
    const texts = new Map<string, AssetTexts>()
    const unknown: Types.ObjectId[] = []
    for (const id of ids) {
      const known = kept.get(id.toHexString())
      if (known) texts.set(id.toHexString(), known)
      else unknown.push(id)
    }
    if (kept.size > MAX_KEPT) kept.clear()
    for (const [id, read] of await readAssetTexts(parts, unknown)) {
      kept.set(id, read)
      texts.set(id, read)
    }
    return texts
  }
}
