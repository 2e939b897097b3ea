import { type Database, type Types, trusted } from '@wardtrack/database'

/** Finds when the field value of each asset at a moment was first reported; unknown ones are left out. */
export async function statesSince(
  { models }: Database,
  assets: readonly Types.ObjectId[],
  field: string,
  moment: number,
): Promise<Map<string, Date>> {
  const before = trusted({ $lt: new Date(moment) })
  const found = await Promise.all(
    assets.map((asset) =>
      models.stateStretches
        .find({ asset, field, from: before })
        .sort({ from: -1 })
        .select({ asset: 1, from: 1 })
        .limit(1),
    ),
  )
  return new Map(found.flat().map(({ asset, from }) => [asset.toHexString(), from]))
}
