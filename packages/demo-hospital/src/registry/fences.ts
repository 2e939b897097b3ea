import { bounds } from '../plans/geometry.ts'
import { outline } from '../plans/outline.ts'
import type { FloorPlan, PlanRoom, Point, Rect } from '../plans/plan.types.ts'
import type { AssetType } from './registry.types.ts'

/** Area of a geofence: its bounding rectangle, and its corners if it is not a rectangle. */
export type FenceArea = Rect & { readonly shape?: 'polygon'; readonly points?: readonly Point[] }

/** A geofence in the format of `addGeofence`: in pixels of the map's image, waits in minutes. */
export interface RegistryFence {
  readonly Name: string
  readonly Type: string
  readonly AssetTypes: readonly AssetType[]
  readonly MapId: string
  readonly Coordinates: FenceArea
  readonly EntryTrigger: boolean
  readonly EntryTriggerWaitTime: number
  readonly ExitTrigger: boolean
  readonly ExitTriggerWaitTime: number
}

/** Definition of a geofence: adjacent rooms, the asset types, and the waits in minutes. */
interface FenceSpec {
  readonly mapId: string
  readonly name: string
  readonly type: 'Restricted' | 'Safe' | 'Storage' | 'Cleaning'
  /** `Unit/Room`, or only the room if it is directly under its floor. */
  readonly rooms: readonly string[]
  readonly assetTypes: readonly AssetType[]
  /** In minutes; absent if this direction is not watched. */
  readonly entry?: number
  readonly exit?: number
}

/** Name of a busy store whose geofence raises an alert as soon as an asset is removed. */
export const WATCHED_STORE = 'Pump bay'

const WARD_4 = ['01', '02', '03', '04', '05', '06', '07'].map((room) => `Maternity/Room 4.${room}`)

/**
 * Geofences that raise about one alert per minute of a working day: soon enough to see one, and few enough to handle.
 */
const FENCE_SPECS: readonly FenceSpec[] = [
  {
    mapId: 'ng-a-l1',
    name: 'Drug store',
    type: 'Restricted',
    rooms: ['Pharmacy'],
    assetTypes: ['Equipment', 'Clinician'],
    entry: 1,
  },
  {
    mapId: 'ng-a-l1',
    name: 'Equipment library',
    type: 'Storage',
    rooms: ['Equipment library'],
    assetTypes: ['Equipment'],
    exit: 2,
  },
  {
    mapId: 'ng-a-l1',
    name: 'Main doors',
    type: 'Restricted',
    rooms: ['Main entrance'],
    assetTypes: ['Equipment', 'Patient'],
    entry: 0,
  },
  {
    mapId: 'ng-a-l1',
    name: 'Emergency sluice',
    type: 'Cleaning',
    rooms: ['Emergency/Sluice'],
    assetTypes: ['Equipment'],
    exit: 5,
  },
  {
    mapId: 'ng-a-l2',
    name: 'MRI safety zone',
    type: 'Restricted',
    rooms: ['Imaging/MRI 1', 'Imaging/MRI control', 'Imaging/MRI 2'],
    assetTypes: ['Equipment'],
    entry: 0,
  },
  {
    mapId: 'ng-a-l2',
    name: 'Laboratory',
    type: 'Restricted',
    rooms: ['Laboratory'],
    assetTypes: ['Equipment'],
    entry: 2,
  },
  {
    mapId: 'ng-a-l2',
    name: 'Scope wash',
    type: 'Cleaning',
    rooms: ['Endoscopy/Scope wash'],
    assetTypes: ['Equipment'],
    exit: 5,
  },
  {
    mapId: 'ng-a-l3',
    name: 'Theatre stock',
    type: 'Storage',
    rooms: ['Theatre 1', 'Theatre 2', 'Prep'],
    assetTypes: ['Equipment'],
    exit: 2,
  },
  {
    mapId: 'ng-a-l3',
    name: WATCHED_STORE,
    type: 'Storage',
    rooms: [`Step-down/${WATCHED_STORE}`],
    assetTypes: ['Equipment'],
    exit: 0,
  },
  {
    mapId: 'ng-a-l3',
    name: 'ICU drug store',
    type: 'Restricted',
    rooms: ['ICU West/Medicines', 'ICU West/Clean utility'],
    assetTypes: ['Clinician'],
    entry: 2,
  },
  {
    mapId: 'ng-a-l3',
    name: 'Quarantine',
    type: 'Cleaning',
    rooms: ['ICU West/Dirty utility'],
    assetTypes: ['Equipment'],
    entry: 0,
  },
  {
    mapId: 'ng-a-l4',
    name: 'Maternity',
    type: 'Safe',
    rooms: WARD_4,
    assetTypes: ['Patient'],
    exit: 1,
  },
  {
    mapId: 'ng-a-l4',
    name: 'Neonatal unit',
    type: 'Safe',
    rooms: ['Neonatal/Neonatal 1', 'Neonatal/Neonatal 2'],
    assetTypes: ['Equipment'],
    exit: 0,
  },
  {
    mapId: 'ng-a-l4',
    name: 'Level 4 sluice',
    type: 'Cleaning',
    rooms: ['Maternity/Dirty utility'],
    assetTypes: ['Equipment'],
    exit: 5,
  },
  {
    mapId: 'ng-b-l1',
    name: 'Dialysis loan',
    type: 'Storage',
    rooms: ['Dialysis'],
    assetTypes: ['Equipment'],
    exit: 5,
  },
  {
    mapId: 'ng-b-l1',
    name: 'Day surgery drug store',
    type: 'Restricted',
    rooms: ['Day Surgery/Medicines'],
    assetTypes: ['Clinician'],
    entry: 1,
  },
  {
    mapId: 'ng-b-l1',
    name: 'Day surgery sluice',
    type: 'Cleaning',
    rooms: ['Day Surgery/Sluice'],
    assetTypes: ['Equipment'],
    exit: 5,
  },
  {
    mapId: 'ng-b-l1',
    name: 'Street doors',
    type: 'Restricted',
    rooms: ['Fracture Clinic/Waiting'],
    assetTypes: ['Equipment', 'Patient'],
    entry: 0,
  },
]

function roomNamed(plan: FloorPlan, name: string): PlanRoom {
  const rooms = plan.levels.flatMap((level) => level.rooms)
  const found = rooms.find((room) => (room.unit ? `${room.unit}/${room.name}` : room.name) === name)
  if (!found) throw new Error(`${plan.mapId} has no room ${name}`)
  return found
}

/** Creates a geofence from the minutes of its triggers; an absent trigger is off. */
export function fenceOf(
  fence: Pick<RegistryFence, 'Name' | 'Type' | 'AssetTypes' | 'MapId' | 'Coordinates'>,
  { entry, exit }: { readonly entry?: number | undefined; readonly exit?: number | undefined },
): RegistryFence {
  return {
    ...fence,
    EntryTrigger: entry !== undefined,
    EntryTriggerWaitTime: entry ?? 0,
    ExitTrigger: exit !== undefined,
    ExitTriggerWaitTime: exit ?? 0,
  }
}

/** Returns the area of rooms around a corner as a polygon, because a rectangle would include other rooms. */
function areaAround(rooms: readonly PlanRoom[]): FenceArea {
  const points = outline(rooms)
  return points.length === 4 ? bounds(rooms) : { ...bounds(rooms), shape: 'polygon', points }
}

/** Returns the demo hospital's geofences, some on each floor. */
export function fences(plans: readonly FloorPlan[]): RegistryFence[] {
  return FENCE_SPECS.map((spec) => {
    const plan = plans.find(({ mapId }) => mapId === spec.mapId)
    if (!plan) throw new Error(`No floor ${spec.mapId}`)
    const Coordinates = areaAround(spec.rooms.map((name) => roomNamed(plan, name)))
    const { name: Name, type: Type, assetTypes: AssetTypes, mapId: MapId } = spec
    return fenceOf({ Name, Type, AssetTypes, MapId, Coordinates }, spec)
  })
}
