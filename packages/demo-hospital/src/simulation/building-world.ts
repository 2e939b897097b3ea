import { demoHospital, sizeFor } from '../hospital.ts'
import type { SimulateArguments } from './arguments.ts'
import { HospitalWorld } from './hospital-world.ts'
import { LaneWorld } from './lane-world.ts'
import { buildingAssets, readBuilding } from './other-building.ts'
import { buildGraph, floorsOfBuilding } from './place-graph.ts'
import type { World } from './world.types.ts'

export const DEFAULT_BUILDING_ASSETS = 200

/** Creates the world of the command line: the demo hospital, or the lanes of another building. */
export async function createWorld(args: SimulateArguments): Promise<World> {
  if (args.plan === undefined) {
    const size = args.assets === undefined ? {} : { size: sizeFor(args.assets) }
    const { seed, providers, neglect } = args
    return new HospitalWorld(demoHospital({ seed, ...size }), seed, { providers, neglect })
  }
  const building = await readBuilding(args.plan)
  const graph = buildGraph(floorsOfBuilding(building.plan, building.slug))
  return new LaneWorld(
    graph,
    buildingAssets(building, args.assets ?? DEFAULT_BUILDING_ASSETS, args.seed),
    args.seed,
  )
}
