import { type Database, patternContaining } from '@wardtrack/database'

/** Query for ids of a type. */
export type IdQuestion = { search?: string | undefined; limit: number }

/** Finds ids of the assets of a type, sorted. @param question `search`: text in the id, case-insensitive */
export async function findIds(
  db: Database,
  AssetType: string,
  { search = '', limit }: IdQuestion,
): Promise<string[]> {
  const found = await db.models.assets
    .find<{ AssetId: string }>({
      AssetType,
      ...(search === '' ? {} : { AssetId: patternContaining(search) }),
    })
    .select({ _id: 0, AssetId: 1 })
    .sort({ AssetType: 1, AssetId: 1 })
    .limit(limit)
  return found.map(({ AssetId }) => AssetId)
}
