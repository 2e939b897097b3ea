import { seededRandom, seedFor } from '../random.ts'
import type { RegistryAsset, RegistryAssociation } from '../registry/registry.types.ts'
import type { SpotGroups } from './spot-groups.ts'
import type { RestSpot } from './spots.ts'

/**
 * What became of a piece of equipment that nobody minds: left at a spot, or gone without anybody noticing where it went.
 * @see day of the history on which it was, counted from its first
 */
export type Neglect =
  | { readonly kind: 'left'; readonly day: number; readonly spot: RestSpot }
  | { readonly kind: 'gone'; readonly day: number }

/** Of equipment that belongs to no patient every so-manieth piece, and with which one the counting begins. */
const LEFT = { every: 11, first: 4, days: [1, 22] } as const
const GONE = { every: 37, first: 7, days: [9, 26] } as const

/**
 * Which pieces nobody minds, by id. The history and the simulator come to the same: whatever else their worlds do, a
 * piece that was left stands where it was left.
 */
export function neglectedEquipment(
  assets: readonly RegistryAsset[],
  associations: readonly RegistryAssociation[],
  groups: SpotGroups,
): ReadonlyMap<string, Neglect> {
  const linked = new Set(associations.flatMap(({ from, to }) => [from.AssetId, to.AssetId]))
  const loose = assets.filter(({ AssetType, AssetId }) => AssetType === 'Equipment' && !linked.has(AssetId))
  const neglected = new Map<string, Neglect>()
  for (const [index, { AssetId }] of loose.entries()) {
    const random = seededRandom(seedFor(index, 'neglect', loose.length))
    if (index % GONE.every === GONE.first)
      neglected.set(AssetId, { kind: 'gone', day: random.between(...GONE.days) })
    else if (index % LEFT.every === LEFT.first)
      neglected.set(AssetId, {
        kind: 'left',
        day: random.between(...LEFT.days),
        spot: random.pick(groups.stores),
      })
  }
  return neglected
}
