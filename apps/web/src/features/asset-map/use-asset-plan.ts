import type { Asset } from '@wardtrack/contracts'
import type { Point } from '../../map-engine/index.ts'
import { type OpenPlan, useOpenPlan } from '../floor-map/index.ts'

/** An asset's place in its map's pixels, and that map's plan once it is known. */
export interface AssetSpot {
  readonly at: Point | undefined
  readonly plan: OpenPlan | undefined
}

/** Where an asset is drawn; `at` is undefined while it has no position on a map. */
export function useAssetPlan({ CurrentLocation }: Asset): AssetSpot {
  const { mapId = null, xCenterPoint = null, yCenterPoint = null } = CurrentLocation ?? {}
  const plan = useOpenPlan(mapId ?? undefined)
  const known = mapId !== null && xCenterPoint !== null && yCenterPoint !== null
  return { at: known ? { x: xCenterPoint, y: yCenterPoint } : undefined, plan }
}
