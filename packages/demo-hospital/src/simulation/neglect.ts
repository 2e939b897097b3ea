import { seededRandom, seedFor } from '../random.ts'
import type { RegistryAsset, RegistryAssociation } from '../registry/registry.types.ts'
import type { SpotGroups } from './spot-groups.ts'
import type { RestSpot } from './spots.ts'

/**
 * Fate of neglected equipment: left at a spot, or disappeared. `day` is a day of the history, counted from its first.
 */
export type Neglect =
  | { readonly kind: 'left'; readonly day: number; readonly spot: RestSpot }
  | { readonly kind: 'gone'; readonly day: number }

/**
 * Selection of left equipment among pieces without an association: every n-th one from `first`, on one of the days.
 */
const LEFT = { every: 11, first: 4, days: [1, 22] } as const
const GONE = { every: 37, first: 7, days: [9, 26] } as const

/**
 * Returns the neglected equipment by id. History and simulator get the same result, so a piece stays where it was
 * left in both.
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
