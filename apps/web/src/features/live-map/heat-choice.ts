import type { AssetPointer } from '@wardtrack/contracts'
import type { HeatLevel, HeatMap } from '../../map-engine/index.ts'

/** Value of a heat map: the density of assets, or the state of their batteries or connections. */
export type HeatKind = 'density' | 'battery' | 'wifi'

/** Group of neighbouring states with one colour in the heat map. */
export interface HeatGroup {
  readonly level: HeatLevel
  /** Stored values, the strongest first. */
  readonly stored: readonly string[]
}

/** Groups of a heat map's legend, the best first. */
export const heatGroups: Readonly<Record<'battery' | 'wifi', readonly HeatGroup[]>> = {
  battery: [
    { level: 'good', stored: ['LEVEL_4'] },
    { level: 'middle', stored: ['LEVEL_3', 'LEVEL_2'] },
    { level: 'poor', stored: ['LEVEL_1'] },
  ],
  wifi: [
    { level: 'good', stored: ['BAR_FIVE', 'BAR_FOUR'] },
    { level: 'middle', stored: ['BAR_THREE'] },
    { level: 'poor', stored: ['BAR_TWO', 'BAR_ONE'] },
  ],
}

/** Radius of the heat around an asset: a room and the corridor to the next. */
const radiusMetres = 5
/** Scale of a plan of unknown size. */
const assumedMetresPerPixel = 0.1

/** Returns the group of an asset's battery or connection; undefined if it has not reported one. */
export function levelOf(pointer: AssetPointer, kind: 'battery' | 'wifi'): HeatLevel | undefined {
  const stored = kind === 'battery' ? pointer.Battery : pointer.WiFi
  return heatGroups[kind].find((group) => stored !== undefined && group.stored.includes(stored))?.level
}

/**
 * Returns the heat of the assets that have a place on the plan and the shown state.
 * @param metresPerPixel scale of the plan, if known
 */
export function heatOf(
  kind: HeatKind,
  pointers: readonly AssetPointer[],
  metresPerPixel: number = assumedMetresPerPixel,
): HeatMap {
  const points = pointers.flatMap((pointer) => {
    const { xCenterPoint: x, yCenterPoint: y } = pointer.CurrentLocation
    if (x === null || y === null) return []
    if (kind === 'density') return [{ x, y, weight: 1 }]
    const level = levelOf(pointer, kind)
    return level ? [{ x, y, weight: 1, level }] : []
  })
  return { points, radiusMetres, metresPerPixel }
}
