import { slug } from '../plans/layout-words.ts'
import type { FloorPlan, PlanRoom } from '../plans/plan.types.ts'
import type { RegistryHierarchy } from './registry.types.ts'

/** Returns the path of a room: site, building, floor, the unit if there is one, and the room. */
export function placePath(plan: FloorPlan, room: PlanRoom): string[] {
  return [plan.site, plan.building, plan.floor, ...(room.unit ? [room.unit] : []), room.name]
}

/** Converts pixels to metres, to a tenth of a millimetre. The rest is rounding noise. */
const metres = (pixels: number, plan: FloorPlan): number =>
  Math.round(pixels * plan.metresPerPixel * 10_000) / 10_000

const outlineOf = (plan: FloorPlan, { x, y, w, h }: PlanRoom): NonNullable<RegistryHierarchy['outline']> => ({
  unit: 'm',
  x: metres(x, plan),
  y: metres(y, plan),
  w: metres(w, plan),
  h: metres(h, plan),
})

function floorHierarchies(plan: FloorPlan): RegistryHierarchy[] {
  const map = { name: plan.mapName, xDimension: plan.xDimension, yDimension: plan.yDimension }
  const above = [plan.site, plan.building, plan.floor]
  const onMap = { mapId: plan.mapId, map }
  const rooms = plan.levels.flatMap((level) => level.rooms)
  const units = [...new Set(rooms.map((room) => room.unit).filter((unit) => unit !== undefined))]
  return [
    { hierarchyId: plan.mapId, fullName: above, ...onMap },
    ...units.map((unit) => ({
      hierarchyId: `${plan.mapId}-unit-${slug(unit)}`,
      fullName: [...above, unit],
      ...onMap,
    })),
    ...rooms.map((room) => ({
      hierarchyId: room.hierarchyId,
      fullName: placePath(plan, room),
      ...onMap,
      outline: outlineOf(plan, room),
    })),
  ]
}

/** Returns the internal hierarchy of the whole site, parents before their children. */
export function hierarchies(plans: readonly FloorPlan[]): RegistryHierarchy[] {
  const sites = [...new Set(plans.map((plan) => plan.site))]
  const buildings = [...new Map(plans.map((plan) => [plan.building, [plan.site, plan.building]])).values()]
  return [
    ...sites.map((site) => ({ hierarchyId: slug(site), fullName: [site] })),
    ...buildings.map((path) => ({ hierarchyId: slug(path.join(' ')), fullName: path })),
    ...plans.flatMap(floorHierarchies),
  ]
}
