import type { AssociationItem } from '@wardtrack/contracts'
import type { AssetDoc, Database } from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'
import { unavailable } from '@wardtrack/service-kit'
import { toAssetRef } from '../assets/index.ts'
import { type AssetName, assetKey, readAssets } from './read-assets.ts'

/** Maximum number of comparisons of two sides of a link while others change them. */
const MAX_ROUNDS = 100

/** Store write of one asset. */
export type AssetWrite = Parameters<Database['driver']['assets']['bulkWrite']>[0][number]

/** Returns true if links with this asset are hidden from users without the patient-data flag. */
export const isHidden = ({ AssetType }: Pick<AssetName, 'AssetType'>): boolean => AssetType === PATIENT

/**
 * Returns two assets in the write order of their link. The first side decides whether they are linked, whoever
 * writes: afterwards, `alignSides` makes the second side match it.
 */
export const inWriteOrder = <A extends AssetName>(asset: A, otherAsset: A): [A, A] =>
  assetKey(asset) < assetKey(otherAsset) ? [asset, otherAsset] : [otherAsset, asset]

/** Creates the writes that link two assets or end their link, without writes that change nothing. */
export function linkWrites(action: AssociationItem['action'], from: AssetDoc, to: AssetDoc): AssetWrite[] {
  const [deciding, following] = inWriteOrder(from, to)
  return [...sideWrites(action, deciding, following), ...sideWrites(action, following, deciding)]
}

/**
 * Aligns both sides of links after writing, because concurrent requests may have written the sides of a pair in
 * different orders. Each writer compares after its last write, so the last writer sees the final state of both sides.
 * @throws ApiError 503 when others keep changing the same links
 */
export async function alignSides(
  db: Database,
  pairs: readonly (readonly [AssetName, AssetName])[],
): Promise<void> {
  let unequal = pairs
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (unequal.length === 0) return
    const stored = await readAssets(db, distinctAssets(unequal))
    const writes: AssetWrite[] = []
    unequal = unequal.filter(([name, otherName]) => {
      const repairs = repairWrites(stored.get(assetKey(name)), stored.get(assetKey(otherName)))
      writes.push(...repairs)
      return repairs.length > 0
    })
    // driver: like the writes of the links
    if (writes.length > 0) await db.driver.assets.bulkWrite(writes, { ordered: true })
  }
  throw unavailable()
}

function repairWrites(asset: AssetDoc | undefined, otherAsset: AssetDoc | undefined): AssetWrite[] {
  if (!asset || !otherAsset) return []
  const [deciding, following] = inWriteOrder(asset, otherAsset)
  return findLink(deciding, following)
    ? sideWrites('link', following, deciding)
    : sideWrites('unlink', following, deciding)
}

/** Returns the distinct assets of pairs. */
export function distinctAssets(pairs: readonly (readonly [AssetName, AssetName])[]): AssetName[] {
  return [...new Map(pairs.flat().map((name) => [assetKey(name), name])).values()]
}

const findLink = (holder: AssetDoc, partner: AssetName) =>
  holder.Fields.Mappings?.[partner.AssetType]?.find(({ AssetId }) => AssetId === partner.AssetId)

/**
 * Creates the write of one side; empty when it is already correct. A hidden link does not change the holder's
 * `updatedAt`, which would reveal it.
 */
function sideWrites(action: AssociationItem['action'], holder: AssetDoc, partner: AssetDoc): AssetWrite[] {
  const list = `Fields.Mappings.${partner.AssetType}`
  const ref = toAssetRef(partner)
  const isPartner = { AssetId: partner.AssetId }
  const present = findLink(holder, partner)
  const touch = isHidden(partner) ? {} : { $set: { updatedAt: new Date() } }
  const write = (filter: object, update: object): AssetWrite[] => [
    { updateOne: { filter: { _id: holder._id, ...filter }, update } },
  ]
  if (action === 'unlink') return present ? write({}, { $pull: { [list]: isPartner }, ...touch }) : []
  if (!present)
    return write({ [list]: { $not: { $elemMatch: isPartner } } }, { $push: { [list]: ref }, ...touch })
  if (present.Fields?.AssetName === ref.Fields?.AssetName) return []
  return write(
    { [list]: { $elemMatch: isPartner } },
    { $set: { ...touch.$set, [`${list}.$.Fields`]: ref.Fields ?? {} } },
  )
}
