import { slug } from '../plans/layout-words.ts'
import type { FloorPlan } from '../plans/plan.types.ts'

/** A PAR level as `saveParLevel` takes it. */
export interface RegistryParLevel {
  readonly hierarchyId: string
  readonly Category: string
  readonly Minimum: number
  readonly Par: number
}

/** Units whose patients need several devices at once. */
const CRITICAL: ReadonlySet<string> = new Set(['ICU West', 'Step-down', 'Emergency', 'Recovery'])
/** Units that treat no patients for long. */
const WITHOUT: ReadonlySet<string> = new Set(['Imaging'])

/** What a unit is meant to have ready: safety level and PAR level, in a critical unit and in any other. */
const LEVELS: Readonly<Record<string, { readonly critical: Level; readonly usual: Level }>> = {
  'Large volume pump': { critical: { Minimum: 4, Par: 8 }, usual: { Minimum: 2, Par: 4 } },
  'Syringe pump': { critical: { Minimum: 2, Par: 4 }, usual: { Minimum: 1, Par: 2 } },
}
type Level = Pick<RegistryParLevel, 'Minimum' | 'Par'>

/** PAR levels of the units of the demo hospital: the equipment is enough for all of them, but it lies unevenly. */
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
