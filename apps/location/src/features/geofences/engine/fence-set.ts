import type { GeofenceDwell } from '@wardtrack/database'
import { createAreaGrid } from '@wardtrack/places'
import { type Fence, isDwellOf, type Spot } from './fence.ts'

/** All enabled fences, indexed by dwell and by spot. */
export type FenceSet = {
  readonly size: number
  /** returns the fence of a dwell, unless it was deleted, changed or no longer applies to this asset type */
  byDwell(dwell: GeofenceDwell, assetType: string): Fence | undefined
  /** adds the fences that contain the spot */
  collectAt(spot: Spot, into: Fence[]): void
}

/** Creates a fence set with one spatial index per map. */
export function createFenceSet(fences: readonly Fence[]): FenceSet {
  const byId = new Map(fences.map((fence) => [fence.id, fence]))
  const byMap = new Map<string, Fence[]>()
  for (const fence of byId.values()) {
    const fencesOfMap = byMap.get(fence.mapId)
    if (fencesOfMap) fencesOfMap.push(fence)
    else byMap.set(fence.mapId, [fence])
  }
  const grids = new Map([...byMap].map(([mapId, fencesOfMap]) => [mapId, createAreaGrid(fencesOfMap)]))
  return {
    size: byId.size,
    byDwell: (dwell, assetType) => {
      const fence = byId.get(dwell.fence)
      return fence && isDwellOf(dwell, fence) && fence.assetTypes.has(assetType) ? fence : undefined
    },
    collectAt: ({ mapId, x, y, roomFences }, into) => {
      if (roomFences) {
        for (const fence of roomFences) into.push(fence)
        return
      }
      if (mapId !== null && x !== null && y !== null) grids.get(mapId)?.collectAt(x, y, into)
    },
  }
}
