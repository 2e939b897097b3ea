import type { AssetPointer } from '@wardtrack/contracts'
import type { HeatLevel, HeatMap } from '../../map-engine/index.ts'

/** What a heat map shows: where assets are dense, or in which state their batteries or connections are. */
export type HeatKind = 'density' | 'battery' | 'wifi'

/** A state and its neighbours, as one colour of the heat map. */
export interface HeatGroup {
  readonly level: HeatLevel
  /** Stored values, the strongest first. */
  readonly stored: readonly string[]
}

/** The groups of a heat map's legend, the best first. */
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

/** How far around an asset its heat reaches: a room and the way to the next. */
const radiusMetres = 5
/** Where nobody has said how large the plan is. */
const assumedMetresPerPixel = 0.1

/** The group of an asset's battery or connection; undefined when it has not reported one. */
export function levelOf(pointer: AssetPointer, kind: 'battery' | 'wifi'): HeatLevel | undefined {
  const stored = kind === 'battery' ? pointer.Battery : pointer.WiFi
  return heatGroups[kind].find((group) => stored !== undefined && group.stored.includes(stored))?.level
}

/**
 * The heat of the assets that have a place on the plan, and the state that is shown.
 * @param metresPerPixel of the plan, where it is known
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
