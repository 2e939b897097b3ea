import type { FloorPlan, PlanRoom } from '../plans/plan.types.ts'
import { placePath } from './hierarchies.ts'
import type { RegistryAsset } from './registry.types.ts'

/** Where a piece of equipment belongs: the path of a place of the internal hierarchy. */
export interface HomeLocation {
  readonly AssetType: 'Equipment'
  readonly AssetId: string
  readonly level: readonly string[]
}

type RoomRule = (room: PlanRoom) => boolean

const EQUIPMENT_STORES: RoomRule = (room) => room.purpose === 'store' && room.name !== 'Bed store'

/** Rooms in which the pieces of a category belong; everything else belongs into the equipment stores. */
const HOMES: Readonly<Record<string, RoomRule>> = {
  Bed: (room) => room.name === 'Bed store',
  Wheelchair: (room) => room.name === 'Porters' || room.name === 'Main entrance',
  Ultrasound: (room) => room.purpose === 'ultrasound' || room.purpose === 'resus',
  Defibrillator: (room) => room.purpose === 'station',
}

/** A home for every piece of equipment; pieces of one category are spread evenly over its rooms. */
export function homeLocations(
  plans: readonly FloorPlan[],
  equipment: readonly RegistryAsset[],
): HomeLocation[] {
  const places = plans.flatMap((plan) =>
    plan.levels.flatMap((level) => level.rooms.map((room) => ({ room, path: placePath(plan, room) }))),
  )
  const assigned = new Map<string, number>()
  return equipment.flatMap(({ AssetId, PrimaryCategory }): HomeLocation[] => {
    const rule = HOMES[PrimaryCategory] ?? EQUIPMENT_STORES
    const rooms = places.filter(({ room }) => rule(room))
    const turn = assigned.get(PrimaryCategory) ?? 0
    assigned.set(PrimaryCategory, turn + 1)
    const place = rooms[turn % Math.max(1, rooms.length)]
    return place ? [{ AssetType: 'Equipment', AssetId, level: place.path }] : []
  })
}
