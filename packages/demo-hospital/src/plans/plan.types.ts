/** Use of a room, which decides its colour on the plan. */
export type RoomKind = 'patient' | 'clinical' | 'utility' | 'staff' | 'core' | 'corridor'
export type Side = 'n' | 'e' | 's' | 'w'

/** A rectangle by its upper left corner and size. Metres in a floor's layout, pixels in a finished plan. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Waypoint extends Point {
  readonly name?: string
}

export interface Door {
  readonly name: string
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** Use of a spot: beside a bed, in it, on a store's shelf, at a desk … */
export type SpotUse = 'bed' | 'bedside' | 'store' | 'staff' | 'seat' | 'visit'

export interface Spot extends Point {
  readonly use: SpotUse
  /** Index of its waypoint in the level's walking graph. */
  readonly waypoint: number
  /** Number of the bed within the room, the same for all spots around the bed. */
  readonly bed?: number
}

export interface PlanRoom extends Rect {
  readonly hierarchyId: string
  /** Last level of the place's path, for lists: "Room 3.07". */
  readonly name: string
  /** Absent if the room is directly under its floor. */
  readonly unit?: string
  readonly kind: RoomKind
  readonly purpose: string
  readonly spots: readonly Spot[]
  /** Waypoints in this room, including those of its spots. */
  readonly waypoints: readonly number[]
}

/** A level of any building, from the demo or from `--plan`, in pixels. */
export interface WalkableLevel {
  readonly name: string
  readonly waypoints: readonly Waypoint[]
  readonly lanes: readonly (readonly [number, number])[]
  readonly walls: readonly (readonly [number, number, number, number])[]
  readonly doors: readonly Door[]
}

/** Graphics of a level that walking does not need. */
export interface LevelDrawing {
  readonly outerWalls: readonly (readonly [number, number, number, number])[]
  readonly innerWalls: readonly (readonly [number, number, number, number])[]
  readonly leaves: readonly DoorLeaf[]
  readonly furniture: readonly FurnitureItem[]
  readonly labels: readonly LabelRequest[]
}

export interface PlanLevel extends WalkableLevel {
  readonly rooms: readonly PlanRoom[]
  readonly drawing: LevelDrawing
}

/** Content of plan.json: one image and the levels traced on it. Positions are pixels, origin upper left. */
export interface BuildingPlan<L extends WalkableLevel = WalkableLevel> {
  readonly source: string
  readonly image: string
  readonly imageWidth: number
  readonly imageHeight: number
  readonly metresPerPixel: number
  /** In metres. */
  readonly xDimension: number
  readonly yDimension: number
  readonly levels: readonly L[]
}

/** One floor of the demo hospital: a plan with exactly one level, and its place in the hierarchy. */
export interface FloorPlan extends BuildingPlan<PlanLevel> {
  readonly site: string
  readonly building: string
  readonly floor: string
  readonly mapId: string
  readonly mapName: string
}

export interface DoorLeaf {
  readonly style: 'leaf' | 'double' | 'slide' | 'lift'
  readonly hinge: Point
  /** Free end of the open leaf, and of the closed one; the arc runs between them. */
  readonly open: Point
  readonly closed: Point
}

export type FurnitureShape =
  | 'bed'
  | 'cot'
  | 'couch'
  | 'recliner'
  | 'theatre'
  | 'station'
  | 'counter'
  | 'shelf'
  | 'bench'
  | 'table'
  | 'chair'
  | 'scanner'
  | 'mri'
  | 'xray'
  | 'stairs'
  | 'lift'
  | 'toilet'
  | 'sink'
  | 'desk'
  | 'curtain'
  | 'bath'
  | 'mat'
  | 'sofa'

/** A piece of furniture by its centre, its size before turning, and its quarter turns clockwise. Pixels. */
export interface FurnitureItem extends Point {
  readonly shape: FurnitureShape
  readonly w: number
  readonly h: number
  readonly quarterTurns: 0 | 1 | 2 | 3
}

/** A label to be placed; text is measured only when a plan is drawn. Pixels. */
export interface LabelRequest {
  readonly text: string
  readonly room: string
  readonly area: Rect
  readonly tone: 'room' | 'corridor'
  readonly obstacles: readonly Rect[]
}

export interface PlacedLabel extends Rect {
  readonly lines: readonly string[]
  readonly size: number
  readonly tone: 'room' | 'corridor'
  readonly room: string
}
