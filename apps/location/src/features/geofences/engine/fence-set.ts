import type { GeofenceDwell } from '@wardtrack/database'
import { type Fence, isDwellOf, type Spot } from './fence.ts'
import { createFenceGrid } from './fence-grid.ts'

/** All fences that are switched on, findable by dwell and by spot. */
export type FenceSet = {
  readonly size: number
  /** the fence of a dwell, unless it is gone, was changed since, or does not concern this asset type any more */
  byDwell(dwell: GeofenceDwell, assetType: string): Fence | undefined
  /** adds the fences whose rectangle holds the spot */
  at(spot: Spot, into: Fence[]): void
}

/** Makes a set; one spatial index for each map. */
export function createFenceSet(fences: readonly Fence[]): FenceSet {
  const byId = new Map(fences.map((fence) => [fence.id, fence]))
  const byMap = new Map<string, Fence[]>()
  for (const fence of byId.values()) {
    const own = byMap.get(fence.mapId)
    if (own) own.push(fence)
    else byMap.set(fence.mapId, [fence])
  }
  const grids = new Map([...byMap].map(([mapId, own]) => [mapId, createFenceGrid(own)]))
  return {
    size: byId.size,
    byDwell: (dwell, assetType) => {
      const fence = byId.get(dwell.fence)
      return fence && isDwellOf(dwell, fence) && fence.assetTypes.has(assetType) ? fence : undefined
    },
    at: ({ mapId, x, y }, into) => {
      if (mapId !== null && x !== null && y !== null) grids.get(mapId)?.at(x, y, into)
    },
  }
}
