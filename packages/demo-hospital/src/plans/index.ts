import { buildPlan } from './build-plan.ts'
import { towerALevel1 } from './floors/tower-a-level-1.ts'
import { towerALevel2 } from './floors/tower-a-level-2.ts'
import { towerALevel3 } from './floors/tower-a-level-3.ts'
import { towerALevel4 } from './floors/tower-a-level-4.ts'
import { towerBLevel1 } from './floors/tower-b-level-1.ts'
import type { FloorPlan } from './plan.types.ts'

export const FLOOR_LAYOUTS = [towerALevel1, towerALevel2, towerALevel3, towerALevel4, towerBLevel1]

let built: readonly FloorPlan[] | undefined

/** Returns the five floors of the demo hospital, built once. */
export function floorPlans(): readonly FloorPlan[] {
  built ??= FLOOR_LAYOUTS.map(buildPlan)
  return built
}
