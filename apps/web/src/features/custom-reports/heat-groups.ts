import type { HeatPointer, MetaEntry } from '@wardtrack/contracts'
import type { HeatLevel, HeatMap } from '../../map-engine/index.ts'

/** Values that a heat map shows in one colour. */
export interface HeatGroup {
  readonly level: HeatLevel
  /** Option codes. */
  readonly stored: readonly string[]
}

/** Groups of the fields of batteries and connections, the poorest first. */
const known: Readonly<Record<string, readonly HeatGroup[]>> = {
  BatteryLevel: [
    { level: 'poor', stored: ['LEVEL_1'] },
    { level: 'middle', stored: ['LEVEL_2', 'LEVEL_3'] },
    { level: 'good', stored: ['LEVEL_4'] },
  ],
  WifiStrength: [
    { level: 'poor', stored: ['BAR_ONE', 'BAR_TWO'] },
    { level: 'middle', stored: ['BAR_THREE'] },
    { level: 'good', stored: ['BAR_FOUR', 'BAR_FIVE'] },
  ],
}
const steps = ['step-1', 'step-2', 'step-3', 'step-4', 'step-5'] as const

/** Radius of the heat around an asset: a room and the corridor to the next. */
const radiusMetres = 5
/** Scale of a plan of unknown size. */
const assumedMetresPerPixel = 0.1

/**
 * Returns the groups of a field's values. Fields without known groups get a chart colour for each option, in the
 * order of the options. With more than five options, neighbours share a colour.
 */
export function heatGroupsOf(field: string, entry: MetaEntry | undefined): readonly HeatGroup[] {
  const options = Object.keys(entry?.Options ?? {})
  const groups = known[field]
  if (groups?.flatMap(({ stored }) => stored).every((stored) => options.includes(stored))) return groups
  const last = Math.max(1, options.length - 1)
  return options.map((option, index) => ({
    level: steps[Math.round((index / last) * (steps.length - 1))] ?? 'step-1',
    stored: [option],
  }))
}

/** Returns the group of an asset's value; undefined without a value. */
export const groupOf = (groups: readonly HeatGroup[], { Target }: HeatPointer): HeatGroup | undefined =>
  Target === undefined ? undefined : groups.find(({ stored }) => stored.includes(Target))

/**
 * Returns the heat of the assets that have a place on the plan and a value. @param metresPerPixel scale of the plan,
 * if known
 */
export function heatOfGroups(
  groups: readonly HeatGroup[],
  pointers: readonly HeatPointer[],
  metresPerPixel: number = assumedMetresPerPixel,
): HeatMap {
  const points = pointers.flatMap((pointer) => {
    const { xCenterPoint: x, yCenterPoint: y } = pointer.CurrentLocation
    const group = groupOf(groups, pointer)
    return x === null || y === null || !group ? [] : [{ x, y, weight: 1, level: group.level }]
  })
  return { points, radiusMetres, metresPerPixel }
}
