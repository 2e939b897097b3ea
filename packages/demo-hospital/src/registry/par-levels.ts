import { slug } from '../plans/layout-words.ts'
import type { FloorPlan } from '../plans/plan.types.ts'

/** A PAR level in the format of `saveParLevel`. */
export interface RegistryParLevel {
  readonly hierarchyId: string
  readonly Category: string
  readonly Minimum: number
  readonly Par: number
}

/** Units whose patients need several devices at the same time. */
const CRITICAL: ReadonlySet<string> = new Set(['ICU West', 'Step-down', 'Emergency', 'Recovery'])
/** Units without long treatments. */
const WITHOUT: ReadonlySet<string> = new Set(['Imaging'])

/** Safety level and PAR level of each category, in a critical unit and in any other. */
const LEVELS: Readonly<Record<string, { readonly critical: Level; readonly usual: Level }>> = {
  'Large volume pump': { critical: { Minimum: 4, Par: 8 }, usual: { Minimum: 2, Par: 4 } },
  'Syringe pump': { critical: { Minimum: 2, Par: 4 }, usual: { Minimum: 1, Par: 2 } },
}
type Level = Pick<RegistryParLevel, 'Minimum' | 'Par'>

/**
 * Returns the PAR levels of the demo hospital's units. The equipment is enough for all of them, but unevenly
 * distributed.
 */
export const parLevels = (plans: readonly FloorPlan[]): RegistryParLevel[] =>
  plans.flatMap((plan) => {
    const rooms = plan.levels.flatMap((level) => level.rooms)
    const units = [...new Set(rooms.flatMap(({ unit }) => unit ?? []))].filter((unit) => !WITHOUT.has(unit))
    return units.flatMap((unit) =>
      Object.entries(LEVELS).map(([Category, { critical, usual }]) => ({
        hierarchyId: `${plan.mapId}-unit-${slug(unit)}`,
        Category,
        ...(CRITICAL.has(unit) ? critical : usual),
      })),
    )
  })
