import { contains, distance } from '../plans/geometry.ts'
import type { FloorPlan, PlanRoom, Point } from '../plans/plan.types.ts'
import type { RegistryHierarchy } from './registry.types.ts'

/** A place of a locating system, and the internal place that it maps to. */
export interface ProviderPlace {
  readonly hierarchyId: string
  readonly fullName: readonly string[]
  readonly provider: string
  /** hierarchyId of the internal place */
  readonly standsFor: string
  /** Pixels of the internal place's map per unit of the provider's coordinates. */
  readonly scaling: number
}

/** A monitor of a provider and its point on the map, in pixels. */
export interface ProviderMonitor extends Point {
  readonly provider: string
  readonly monitorId: string
}

/** Places and monitors of the locating systems on one floor. */
export interface FloorProviders {
  readonly floor: ProviderPlace
  /** Zones by the room's hierarchyId. */
  readonly zones: ReadonlyMap<string, ProviderPlace>
  readonly monitors: readonly ProviderMonitor[]
}

/** Names of the providers, in lower case, as the product compares them. */
export const CENTRAK = 'centrak'
export const AEROSCOUT = 'aeroscout'

const METRES_IN_A_FOOT = 0.3048
/** Scaling of the older system, which was configured on plans of half the size. */
const AEROSCOUT_SCALING = 2
/** Kinds of rooms that the older system covers: those where equipment is stored. */
const ZONE_PURPOSES = new Set(['store', 'medicines', 'station', 'laboratory'])
const MONITORS_ON_A_FLOOR = 6
const MONITORS_APART_METRES = 9

function floorPlace(plan: FloorPlan): ProviderPlace {
  return {
    provider: CENTRAK,
    hierarchyId: `ct-${plan.mapId}`,
    fullName: ['NGH', plan.building, plan.floor],
    standsFor: plan.mapId,
    scaling: METRES_IN_A_FOOT / plan.metresPerPixel,
  }
}

function zoneOf(plan: FloorPlan, room: PlanRoom): ProviderPlace {
  return {
    provider: AEROSCOUT,
    hierarchyId: `zone-${room.hierarchyId}`,
    fullName: ['NGH', `${plan.building} ${plan.floor}`, room.unit ? `${room.unit} ${room.name}` : room.name],
    standsFor: room.hierarchyId,
    scaling: AEROSCOUT_SCALING,
  }
}

/** Returns the monitors at corridor crossings, busiest crossings first, never close together. */
function monitorsOf(plan: FloorPlan): ProviderMonitor[] {
  const ways = new Map<number, number>()
  const level = plan.levels[0]
  for (const lane of level?.lanes ?? []) for (const end of lane) ways.set(end, (ways.get(end) ?? 0) + 1)
  const corridors = level?.rooms.filter(({ kind }) => kind === 'corridor') ?? []
  const crossings = [...(level?.waypoints.entries() ?? [])]
    .filter(([, point]) => corridors.some((room) => contains(room, point)))
    .sort(([a], [b]) => (ways.get(b) ?? 0) - (ways.get(a) ?? 0) || a - b)
  const chosen: Point[] = []
  for (const [, point] of crossings) {
    const near = chosen.some(
      (present) => distance(present, point) * plan.metresPerPixel < MONITORS_APART_METRES,
    )
    if (!near && chosen.length < MONITORS_ON_A_FLOOR) chosen.push(point)
  }
  return chosen.map(({ x, y }, index) => ({
    provider: CENTRAK,
    monitorId: `${plan.mapId}-${String(index + 1).padStart(2, '0')}`,
    x,
    y,
  }))
}

/** Returns the places and monitors of the locating systems on one floor, the same for the same plan. */
export function floorProviders(plan: FloorPlan): FloorProviders {
  const rooms = plan.levels
    .flatMap((level) => level.rooms)
    .filter(({ purpose }) => ZONE_PURPOSES.has(purpose))
  return {
    floor: floorPlace(plan),
    zones: new Map(rooms.map((room) => [room.hierarchyId, zoneOf(plan, room)])),
    monitors: monitorsOf(plan),
  }
}

/** Returns the places of the locating systems on the given floors. */
export const providerPlaces = (plans: readonly FloorPlan[]): ProviderPlace[] =>
  plans.map(floorProviders).flatMap(({ floor, zones }) => [floor, ...zones.values()])

/** Returns a provider's place as an item of `POST /location/api/ingest/hierarchies`. */
export const asHierarchy = ({ hierarchyId, fullName, provider }: ProviderPlace): RegistryHierarchy => ({
  hierarchyId,
  fullName,
  provider,
})

/** A monitor in the format of `saveHierarchies`. */
export interface MonitorMark {
  readonly hierarchyId: string
  readonly provider: string
  readonly mapId: string
  readonly xCoordinate: number
  readonly yCoordinate: number
}

/** Returns all monitors in the format of `saveHierarchies`. */
export const monitorMarks = (plans: readonly FloorPlan[]): MonitorMark[] =>
  plans.flatMap((plan) =>
    floorProviders(plan).monitors.map(({ provider, monitorId, x, y }) => ({
      hierarchyId: `${provider}-${monitorId}`,
      provider,
      mapId: plan.mapId,
      xCoordinate: x,
      yCoordinate: y,
    })),
  )
