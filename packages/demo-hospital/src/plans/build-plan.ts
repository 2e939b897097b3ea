import { doorLeaves, openingEnds, sweptArea } from './door-leaves.ts'
import { type BareSpot, footprint, furnish } from './furnish.ts'
import type { Segment } from './geometry.ts'
import { buildLanes } from './lanes.ts'
import type { FloorLayout, RoomLayout } from './layout.types.ts'
import type {
  Door,
  DoorLeaf,
  FloorPlan,
  FurnitureItem,
  LabelRequest,
  LevelDrawing,
  PlanRoom,
  Point,
  Rect,
} from './plan.types.ts'
import { buildWalls, type Walls } from './walls.ts'

export const SITE = 'Northfield General'
const PIXELS_PER_METRE = 25
const WIDTH_METRES = 64
const HEIGHT_METRES = 40

const px = (metres: number): number => Math.round(metres * PIXELS_PER_METRE * 10) / 10
const pointPx = (point: Point): Point => ({ x: px(point.x), y: px(point.y) })
const tenth = (pixels: number): number => Math.round(pixels * 10) / 10
/** Converts a rectangle to pixels. Edges are rounded, not sizes, so that neighbours stay flush. */
const rectPx = (rect: Rect): Rect => {
  const [x, y] = [px(rect.x), px(rect.y)]
  return { x, y, w: tenth(px(rect.x + rect.w) - x), h: tenth(px(rect.y + rect.h) - y) }
}
const segmentPx = (s: Segment): Segment => [px(s[0]), px(s[1]), px(s[2]), px(s[3])]

interface Furnished {
  readonly room: RoomLayout
  readonly items: readonly FurnitureItem[]
  readonly spots: readonly BareSpot[]
}

function itemPx(item: FurnitureItem): FurnitureItem {
  return { ...item, ...pointPx(item), w: px(item.w), h: px(item.h) }
}

function leafPx(leaf: DoorLeaf): DoorLeaf {
  return { ...leaf, hinge: pointPx(leaf.hinge), open: pointPx(leaf.open), closed: pointPx(leaf.closed) }
}

/** Returns the openings of a room as segments in pixels, with the name of the room. */
function doorsOf(room: RoomLayout): Door[] {
  return room.doors.map((door, index) => {
    const [start, end] = openingEnds(room, door)
    const name = room.doors.length > 1 ? `${room.id}-${index + 1}` : room.id
    return { name, x1: px(start.x), y1: px(start.y), x2: px(end.x), y2: px(end.y) }
  })
}

function labelOf({ room, items }: Furnished): LabelRequest | undefined {
  const text = room.label ?? room.name
  if (text === '') return undefined
  return {
    text,
    room: room.id,
    area: rectPx(room),
    tone: room.kind === 'corridor' ? 'corridor' : 'room',
    obstacles: [
      ...items.map((item) => footprint(itemPx(item))),
      ...room.doors.filter((door) => door.style !== 'open').map((door) => rectPx(sweptArea(room, door))),
    ],
  }
}

function drawingOf(walls: Walls, rooms: readonly Furnished[]): LevelDrawing {
  return {
    outerWalls: walls.outer.map(segmentPx),
    innerWalls: walls.inner.map(segmentPx),
    leaves: rooms.flatMap(({ room }) => room.doors.flatMap((door) => doorLeaves(room, door)).map(leafPx)),
    furniture: rooms.flatMap(({ items }) => items.map(itemPx)),
    labels: rooms.map(labelOf).filter((label) => label !== undefined),
  }
}

/** Returns a room of the plan. Its name is for lists, so a numbered room keeps the word before its number. */
function planRoom(
  { room, spots }: Furnished,
  waypoints: readonly number[],
  waypointOf: (spot: BareSpot) => number,
): PlanRoom {
  return {
    hierarchyId: room.id,
    name: room.name,
    ...(room.unit ? { unit: room.unit } : {}),
    kind: room.kind,
    purpose: room.fit,
    ...rectPx(room),
    spots: spots.map((spot) => ({ ...spot, ...pointPx(spot), waypoint: waypointOf(spot) })),
    waypoints,
  }
}

/** Converts a floor's layout in metres to its plan in pixels: walls, doors, walking graph, rooms and drawing. */
export function buildPlan(layout: FloorLayout): FloorPlan {
  const rooms = layout.rooms.map((room) => ({ room, ...furnish(room) }))
  const spotsOf = new Map(rooms.map(({ room, spots }) => [room, spots]))
  const graph = buildLanes(layout.rooms, (room) => spotsOf.get(room) ?? [])
  const walls = buildWalls(layout.rooms)
  return {
    source: `Wardtrack demo hospital: ${SITE}, ${layout.building}, ${layout.floor}`,
    site: SITE,
    building: layout.building,
    floor: layout.floor,
    mapId: layout.mapId,
    mapName: `${layout.building} · ${layout.floor}`,
    image: `${layout.mapId}.jpg`,
    imageWidth: WIDTH_METRES * PIXELS_PER_METRE,
    imageHeight: HEIGHT_METRES * PIXELS_PER_METRE,
    metresPerPixel: 1 / PIXELS_PER_METRE,
    xDimension: WIDTH_METRES,
    yDimension: HEIGHT_METRES,
    levels: [
      {
        name: layout.floor,
        waypoints: graph.waypoints.map((point) => ({ ...point, ...pointPx(point) })),
        lanes: graph.lanes,
        walls: [...walls.outer, ...walls.inner].map(segmentPx),
        doors: layout.rooms.flatMap(doorsOf),
        rooms: rooms.map((furnished) =>
          planRoom(
            furnished,
            graph.byRoom.get(furnished.room) ?? [],
            (spot) => graph.spotWaypoints.get(spot) ?? 0,
          ),
        ),
        drawing: drawingOf(walls, rooms),
      },
    ],
  }
}
