import type { FloorPlan } from '../plans/plan.types.ts'
import { seededRandom } from '../random.ts'
import { buildGraph, floorOf } from '../simulation/place-graph.ts'
import { placeAssets } from '../simulation/placement.ts'
import { spotGroups } from '../simulation/spot-groups.ts'
import { SpotBoard } from '../simulation/spots.ts'
import type { RegistryAsset, RegistryAssociation } from './registry.types.ts'

/** Home location of equipment: the path of a place of the internal hierarchy. */
export interface HomeLocation {
  readonly AssetType: 'Equipment'
  readonly AssetId: string
  readonly level: readonly string[]
}

/**
 * Returns the home location of every piece of equipment: the floor of its storage or use, or for a few the floor that
 * lent it.
 */
export function homeLocations(
  plans: readonly FloorPlan[],
  assets: readonly RegistryAsset[],
  associations: readonly RegistryAssociation[],
): HomeLocation[] {
  const graph = buildGraph(plans.map((plan) => floorOf(plan)))
  const groups = spotGroups(new SpotBoard(graph, seededRandom(0)))
  const { homeFloorOf } = placeAssets(assets, associations, groups, graph.floors.length)
  return [...homeFloorOf].flatMap(([AssetId, floor]): HomeLocation[] => {
    const plan = plans[floor]
    return plan ? [{ AssetType: 'Equipment', AssetId, level: [plan.site, plan.building, plan.floor] }] : []
  })
}
